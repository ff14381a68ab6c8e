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
 * <p>Apache Kafka's clients take an IPv6 address without brackets, too, whose port is what follows the last colon; no
 * host, which is this computer; and port 0, at which nobody answers. So do these.
 *
 * @param host a name or an address, without brackets, with its scope if it has one
 * @param port 0 to 65535
 */
public record BrokerAddress(String host, int port) {

    /** The form of an address, for messages. */
    static final String EXPECTED = "host:port, an IPv6 address best in brackets, ports up to 65535";

    private static final int LARGEST_PORT = 65_535;
    private static final String THIS_COMPUTER = "localhost";
    private static final String KEY = CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;

    /** A protocol may stand before, as in the listeners of brokers; it says nothing that settings do not say. */
    private static final Pattern FORM =
            Pattern.compile("(?:[a-zA-Z0-9_+.-]*://)?\\[?([^\\s\\[\\]/]*)]?:0*([0-9]{1,5})");

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
        int port = form.matches() ? Integer.parseInt(form.group(2)) : LARGEST_PORT + 1;
        if (port > LARGEST_PORT) {
            throw new ConfigException(KEY, text, EXPECTED);
        }
        return new BrokerAddress(form.group(1).isEmpty() ? THIS_COMPUTER : form.group(1), port);
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
