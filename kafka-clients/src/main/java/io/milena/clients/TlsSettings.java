package io.milena.clients;

import io.milena.common.config.Importance;
import io.milena.common.config.Setting;
import io.milena.common.config.SettingType;
import io.milena.common.config.SslConfigs;
import java.util.List;

/** Settings of TLS. They are known and checked; that they have no effect is told where it would matter. */
final class TlsSettings {

    static final List<Setting<?>> ALL = List.of(
            Setting.of(
                    SslConfigs.SSL_CIPHER_SUITES_CONFIG,
                    SettingType.LIST,
                    null,
                    Importance.LOW,
                    "Cipher suites that may be used; null for those of the JVM."),
            Setting.of(
                    SslConfigs.SSL_ENABLED_PROTOCOLS_CONFIG,
                    SettingType.LIST,
                    List.of("TLSv1.2", "TLSv1.3"),
                    Importance.MEDIUM,
                    "Versions of TLS that may be used."),
            Setting.of(
                    SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG,
                    SettingType.STRING,
                    "https",
                    Importance.LOW,
                    "How the name of the broker is checked against its certificate; empty for not at all."),
            Setting.of(
                    SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG,
                    SettingType.CLASS,
                    null,
                    Importance.LOW,
                    "Makes the engines of TLS in place of the built-in way."),
            Setting.of(
                    SslConfigs.SSL_KEY_PASSWORD_CONFIG,
                    SettingType.PASSWORD,
                    null,
                    Importance.HIGH,
                    "Password of the private key."),
            Setting.of(
                    SslConfigs.SSL_KEYMANAGER_ALGORITHM_CONFIG,
                    SettingType.STRING,
                    "SunX509",
                    Importance.LOW,
                    "Algorithm of the key manager."),
            Setting.of(
                    SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG,
                    SettingType.PASSWORD,
                    null,
                    Importance.HIGH,
                    "Certificates of this client as PEM."),
            Setting.of(
                    SslConfigs.SSL_KEYSTORE_KEY_CONFIG,
                    SettingType.PASSWORD,
                    null,
                    Importance.HIGH,
                    "Private key of this client as PEM."),
            Setting.of(
                    SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG,
                    SettingType.STRING,
                    null,
                    Importance.HIGH,
                    "File with the key of this client."),
            Setting.of(
                    SslConfigs.SSL_KEYSTORE_PASSWORD_CONFIG,
                    SettingType.PASSWORD,
                    null,
                    Importance.HIGH,
                    "Password of that file."),
            Setting.of(
                    SslConfigs.SSL_KEYSTORE_TYPE_CONFIG,
                    SettingType.STRING,
                    "JKS",
                    Importance.MEDIUM,
                    "Format of that file."),
            Setting.of(
                    SslConfigs.SSL_PROTOCOL_CONFIG,
                    SettingType.STRING,
                    "TLSv1.3",
                    Importance.MEDIUM,
                    "Version of TLS that contexts are made for."),
            Setting.of(
                    SslConfigs.SSL_PROVIDER_CONFIG,
                    SettingType.STRING,
                    null,
                    Importance.MEDIUM,
                    "Security provider of TLS; null for that of the JVM."),
            Setting.of(
                    SslConfigs.SSL_SECURE_RANDOM_IMPLEMENTATION_CONFIG,
                    SettingType.STRING,
                    null,
                    Importance.LOW,
                    "Generator of random numbers for TLS; null for that of the JVM."),
            Setting.of(
                    SslConfigs.SSL_TRUSTMANAGER_ALGORITHM_CONFIG,
                    SettingType.STRING,
                    "PKIX",
                    Importance.LOW,
                    "Algorithm of the trust manager."),
            Setting.of(
                    SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG,
                    SettingType.PASSWORD,
                    null,
                    Importance.HIGH,
                    "Trusted certificates as PEM."),
            Setting.of(
                    SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG,
                    SettingType.STRING,
                    null,
                    Importance.HIGH,
                    "File with the trusted certificates."),
            Setting.of(
                    SslConfigs.SSL_TRUSTSTORE_PASSWORD_CONFIG,
                    SettingType.PASSWORD,
                    null,
                    Importance.HIGH,
                    "Password of that file."),
            Setting.of(
                    SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG,
                    SettingType.STRING,
                    "JKS",
                    Importance.MEDIUM,
                    "Format of that file."));

    private TlsSettings() {}
}
