package io.milena.server.zookeeper;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Text of {@code /brokers/ids/{id}}: how a broker announces itself. Written in version 5, read from version 1.
 * Immutable.
 *
 * <pre>
 *   {"features":{},"listener_security_protocol_map":{"PLAINTEXT":"PLAINTEXT"},
 *    "endpoints":["PLAINTEXT://127.0.0.1:9092"],"rack":"rack1",
 *    "jmx_port":-1,"port":9092,"host":"127.0.0.1","version":5,"timestamp":"1795949930794"}
 *   v4  without features           v3  without listener_security_protocol_map
 *   v2  without rack               v1  without endpoints: host and port are the one PLAINTEXT listener
 * </pre>
 *
 * @param endpoints the listeners in the order of the configuration
 * @param features ranges of the features that the broker supports, by name
 * @param rack left out when the broker has none
 * @param jmxPort -1 when JMX is not offered
 * @param timestampMs when the broker registered
 */
public record BrokerZnode(
        List<Endpoint> endpoints,
        SortedMap<String, FeatureRange> features,
        @Nullable String rack,
        int jmxPort,
        long timestampMs) {

    private static final int VERSION = 5;
    private static final String PLAINTEXT = "PLAINTEXT";

    public BrokerZnode {
        endpoints = List.copyOf(endpoints);
    }

    public byte[] encode() {
        return JsonText.object(this::write);
    }

    private void write(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("features");
        for (var feature : features.entrySet()) {
            json.writeObjectFieldStart(feature.getKey());
            json.writeNumberField("min_version", feature.getValue().min());
            json.writeNumberField("max_version", feature.getValue().max());
            json.writeEndObject();
        }
        json.writeEndObject();
        json.writeObjectFieldStart("listener_security_protocol_map");
        for (Endpoint endpoint : endpoints) {
            json.writeStringField(endpoint.listenerName(), endpoint.securityProtocol());
        }
        json.writeEndObject();
        json.writeArrayFieldStart("endpoints");
        for (Endpoint endpoint : endpoints) {
            json.writeString(endpoint.text());
        }
        json.writeEndArray();
        if (rack != null) {
            json.writeStringField("rack", rack);
        }
        writeTail(json);
    }

    private void writeTail(JsonGenerator json) throws IOException {
        Endpoint plain = plaintext();
        json.writeNumberField("jmx_port", jmxPort);
        json.writeNumberField("port", plain == null ? -1 : plain.port());
        if (plain == null) {
            json.writeNullField("host");
        } else {
            json.writeStringField("host", plain.host());
        }
        json.writeNumberField("version", VERSION);
        json.writeStringField("timestamp", Long.toString(timestampMs));
    }

    /** The listener that old clients of ZooKeeper know. */
    private @Nullable Endpoint plaintext() {
        return endpoints.stream()
                .filter(endpoint -> endpoint.securityProtocol().equals(PLAINTEXT))
                .findFirst()
                .orElse(null);
    }

    public static BrokerZnode decode(byte[] data) {
        JsonObject json = JsonText.read(data);
        SortedMap<String, FeatureRange> features = new TreeMap<>();
        JsonObject ranges = json.objectOrEmpty("features");
        for (String name : ranges.names()) {
            JsonObject range = ranges.object(name);
            features.put(name, new FeatureRange(range.integer("min_version"), range.integer("max_version")));
        }
        return new BrokerZnode(
                endpoints(json),
                features,
                json.stringOrNull("rack"),
                json.integer("jmx_port", -1),
                json.has("timestamp") ? json.number("timestamp") : -1);
    }

    private static List<Endpoint> endpoints(JsonObject json) {
        if (!json.has("endpoints")) {
            return List.of(new Endpoint(PLAINTEXT, PLAINTEXT, json.string("host"), json.integer("port")));
        }
        JsonObject protocols = json.objectOrEmpty("listener_security_protocol_map");
        List<Endpoint> endpoints = new ArrayList<>();
        for (String text : json.strings("endpoints")) {
            endpoints.add(endpoint(text, protocols));
        }
        return endpoints;
    }

    private static Endpoint endpoint(String text, JsonObject protocols) {
        int scheme = text.indexOf("://");
        int port = text.lastIndexOf(':');
        if (scheme < 0 || port <= scheme + 2) {
            throw new MalformedZnode("endpoint: '" + text + "' (expected: LISTENER://host:port)");
        }
        String listener = text.substring(0, scheme);
        String host = text.substring(scheme + 3, port).replaceAll("^\\[(.*)]$", "$1");
        String protocol = protocols.has(listener) ? protocols.string(listener) : listener;
        try {
            return new Endpoint(listener, protocol, host, Integer.parseInt(text.substring(port + 1)));
        } catch (NumberFormatException e) {
            throw new MalformedZnode("endpoint: '" + text + "' (expected: a port at the end)", e);
        }
    }

    /** One listener; the host has no brackets. */
    public record Endpoint(String listenerName, String securityProtocol, String host, int port) {

        private String text() {
            String hostText = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
            return listenerName + "://" + hostText + ":" + port;
        }
    }

    /** From which to which version a broker speaks a feature. */
    public record FeatureRange(int min, int max) {}
}
