package io.milena.clients;

import io.milena.common.config.ConfigException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a broker listens, as users write it: {@code host:port}, and {@code [fe80::1%eth0]:9092} for IPv6.
 *
 * @param host a name or an address, without brackets, with its scope if it has one
 * @param port 1 to 65535
 */
public record BrokerAddress(String host, int port) {

    private static final int LARGEST_PORT = 65_535;

    private static final String KEY = CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;
    private static final String EXPECTED = "host:port, an IPv6 address in brackets, ports from 1 to " + LARGEST_PORT;

    /** A protocol may stand before, as in the listeners of brokers; it says nothing that settings do not say. */
    private static final Pattern FORM = Pattern.compile(
            "(?:[a-zA-Z][a-zA-Z0-9_+.-]*://)?(?:\\[([0-9a-fA-F:.]+(?:%[^\\]\\s]+)?)]|([^\\s:\\[\\]/]+)):"
                    + "([0-9]{1,5})");

    /**
     * The addresses in the value of {@code bootstrap.servers}, each once.
     *
     * @throws ConfigException naming the key and the address that is none, or if there is no address at all
     */
    static List<BrokerAddress> parseAll(List<String> texts) {
        Set<BrokerAddress> addresses = new LinkedHashSet<>();
        for (String text : texts) {
            if (!text.isBlank()) {
                addresses.add(parse(text.trim()));
            }
        }
        if (addresses.isEmpty()) {
            throw new ConfigException(KEY, String.join(",", texts), "at least one " + EXPECTED);
        }
        return List.copyOf(addresses);
    }

    private static BrokerAddress parse(String text) {
        Matcher form = FORM.matcher(text);
        int port = form.matches() ? Integer.parseInt(form.group(3)) : 0;
        if (port < 1 || port > LARGEST_PORT) {
            throw new ConfigException(KEY, text, EXPECTED);
        }
        return new BrokerAddress(form.group(1) != null ? form.group(1) : form.group(2), port);
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
