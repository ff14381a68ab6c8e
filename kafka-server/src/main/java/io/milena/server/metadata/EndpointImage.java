package io.milena.server.metadata;

/**
 * Where one listener of a broker is reached. Immutable.
 *
 * @param listenerName name of the listener, such as {@code EXTERNAL}
 * @param securityProtocol its protocol: PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL
 * @param host advertised host, without brackets for IPv6
 * @param port advertised TCP port
 */
public record EndpointImage(String listenerName, String securityProtocol, String host, int port) {}
