package io.milena.clients;

import io.milena.common.config.Allowed;
import io.milena.common.config.Importance;
import io.milena.common.config.SaslConfigs;
import io.milena.common.config.Setting;
import io.milena.common.config.SettingType;
import java.util.List;

/** Settings of SASL. They are known and checked; that they have no effect is told where it would matter. */
final class SaslSettings {

    static final List<Setting<?>> ALL = List.of(
            Setting.of(
                    SaslConfigs.SASL_CLIENT_CALLBACK_HANDLER_CLASS,
                    SettingType.CLASS,
                    null,
                    Importance.MEDIUM,
                    "Answers questions of the mechanism."),
            Setting.of(
                    SaslConfigs.SASL_JAAS_CONFIG,
                    SettingType.PASSWORD,
                    null,
                    Importance.MEDIUM,
                    "Login module and its options, in the format of JAAS."),
            Setting.of(
                    SaslConfigs.SASL_KERBEROS_KINIT_CMD,
                    SettingType.STRING,
                    "/usr/bin/kinit",
                    Importance.LOW,
                    "Path of the kinit command."),
            Setting.of(
                    SaslConfigs.SASL_KERBEROS_MIN_TIME_BEFORE_RELOGIN,
                    SettingType.LONG,
                    60000L,
                    Importance.LOW,
                    "Milliseconds between two logins at least."),
            Setting.of(
                    SaslConfigs.SASL_KERBEROS_SERVICE_NAME,
                    SettingType.STRING,
                    null,
                    Importance.MEDIUM,
                    "Name of the Kerberos principal that brokers run as."),
            Setting.of(
                    SaslConfigs.SASL_KERBEROS_TICKET_RENEW_JITTER,
                    SettingType.DOUBLE,
                    0.05,
                    Importance.LOW,
                    "Share of random time added to the time of renewal."),
            Setting.of(
                    SaslConfigs.SASL_KERBEROS_TICKET_RENEW_WINDOW_FACTOR,
                    SettingType.DOUBLE,
                    0.8,
                    Importance.LOW,
                    "Share of a ticket's life after which it is renewed."),
            Setting.of(
                    SaslConfigs.SASL_LOGIN_CALLBACK_HANDLER_CLASS,
                    SettingType.CLASS,
                    null,
                    Importance.MEDIUM,
                    "Answers questions of the login."),
            Setting.of(
                    SaslConfigs.SASL_LOGIN_CLASS,
                    SettingType.CLASS,
                    null,
                    Importance.MEDIUM,
                    "Logs in, in place of the built-in way."),
            Setting.of(
                    SaslConfigs.SASL_LOGIN_CONNECT_TIMEOUT_MS,
                    SettingType.INT,
                    null,
                    Importance.LOW,
                    "Milliseconds that a connection to the provider of logins may take."),
            Setting.of(
                    SaslConfigs.SASL_LOGIN_READ_TIMEOUT_MS,
                    SettingType.INT,
                    null,
                    Importance.LOW,
                    "Milliseconds that an answer of the provider of logins may take."),
            Setting.of(
                    SaslConfigs.SASL_LOGIN_REFRESH_BUFFER_SECONDS,
                    SettingType.SHORT,
                    (short) 300,
                    Allowed.between(0, 3600),
                    Importance.LOW,
                    "Seconds before the end of a credential's life by which it is renewed."),
            Setting.of(
                    SaslConfigs.SASL_LOGIN_REFRESH_MIN_PERIOD_SECONDS,
                    SettingType.SHORT,
                    (short) 60,
                    Allowed.between(0, 900),
                    Importance.LOW,
                    "Seconds that pass before a credential is renewed at least."),
            Setting.of(
                    SaslConfigs.SASL_LOGIN_REFRESH_WINDOW_FACTOR,
                    SettingType.DOUBLE,
                    0.8,
                    Allowed.between(0.5, 1.0),
                    Importance.LOW,
                    "Share of a credential's life after which it is renewed."),
            Setting.of(
                    SaslConfigs.SASL_LOGIN_REFRESH_WINDOW_JITTER,
                    SettingType.DOUBLE,
                    0.05,
                    Allowed.between(0.0, 0.25),
                    Importance.LOW,
                    "Share of random time added to the time of renewal."),
            Setting.of(
                    SaslConfigs.SASL_LOGIN_RETRY_BACKOFF_MAX_MS,
                    SettingType.LONG,
                    10000L,
                    Importance.LOW,
                    "Milliseconds between two attempts to log in at most."),
            Setting.of(
                    SaslConfigs.SASL_LOGIN_RETRY_BACKOFF_MS,
                    SettingType.LONG,
                    100L,
                    Importance.LOW,
                    "Milliseconds between the first two attempts to log in."),
            Setting.of(
                    SaslConfigs.SASL_MECHANISM, SettingType.STRING, "GSSAPI", Importance.MEDIUM, "Mechanism of SASL."),
            Setting.of(
                    SaslConfigs.SASL_OAUTHBEARER_CLOCK_SKEW_SECONDS,
                    SettingType.INT,
                    30,
                    Importance.LOW,
                    "Seconds by which clocks may differ."),
            Setting.of(
                    SaslConfigs.SASL_OAUTHBEARER_EXPECTED_AUDIENCE,
                    SettingType.LIST,
                    null,
                    Importance.LOW,
                    "Audiences that a token may be for."),
            Setting.of(
                    SaslConfigs.SASL_OAUTHBEARER_EXPECTED_ISSUER,
                    SettingType.STRING,
                    null,
                    Importance.LOW,
                    "Issuer that a token must come from."),
            Setting.of(
                    SaslConfigs.SASL_OAUTHBEARER_HEADER_URLENCODE,
                    SettingType.BOOLEAN,
                    false,
                    Importance.LOW,
                    "Whether id and secret are encoded as in URLs."),
            Setting.of(
                    SaslConfigs.SASL_OAUTHBEARER_JWKS_ENDPOINT_REFRESH_MS,
                    SettingType.LONG,
                    3600000L,
                    Importance.LOW,
                    "Milliseconds for which keys of the issuer are kept."),
            Setting.of(
                    SaslConfigs.SASL_OAUTHBEARER_JWKS_ENDPOINT_RETRY_BACKOFF_MAX_MS,
                    SettingType.LONG,
                    10000L,
                    Importance.LOW,
                    "Milliseconds between two attempts to get keys of the issuer at most."),
            Setting.of(
                    SaslConfigs.SASL_OAUTHBEARER_JWKS_ENDPOINT_RETRY_BACKOFF_MS,
                    SettingType.LONG,
                    100L,
                    Importance.LOW,
                    "Milliseconds between the first two attempts to get keys of the issuer."),
            Setting.of(
                    SaslConfigs.SASL_OAUTHBEARER_JWKS_ENDPOINT_URL,
                    SettingType.STRING,
                    null,
                    Importance.MEDIUM,
                    "Where the issuer shows its keys."),
            Setting.of(
                    SaslConfigs.SASL_OAUTHBEARER_SCOPE_CLAIM_NAME,
                    SettingType.STRING,
                    "scope",
                    Importance.LOW,
                    "Claim that holds the scope."),
            Setting.of(
                    SaslConfigs.SASL_OAUTHBEARER_SUB_CLAIM_NAME,
                    SettingType.STRING,
                    "sub",
                    Importance.LOW,
                    "Claim that holds the subject."),
            Setting.of(
                    SaslConfigs.SASL_OAUTHBEARER_TOKEN_ENDPOINT_URL,
                    SettingType.STRING,
                    null,
                    Importance.MEDIUM,
                    "Where tokens are got."));

    private SaslSettings() {}
}
