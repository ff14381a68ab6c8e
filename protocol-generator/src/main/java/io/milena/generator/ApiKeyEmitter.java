package io.milena.generator;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Generates the enum of all APIs, in the order of their keys. */
final class ApiKeyEmitter {

    /** Its answer is read by clients that may not know the version the broker speaks, so its header never changed. */
    private static final String ALWAYS_PLAIN_RESPONSE_HEADER = "ApiVersions";

    /** Its version 0 is older than client ids. */
    private static final String FIRST_REQUEST_WITHOUT_CLIENT_ID = "ControlledShutdown";

    private static final String REQUEST = "request";

    private final Map<Integer, MessageSpec> requests = new TreeMap<>();
    private final Map<Integer, MessageSpec> responses = new TreeMap<>();

    /** @throws IllegalStateException if a key is used twice, or has no response */
    ApiKeyEmitter(List<MessageSpec> messages) {
        for (MessageSpec message : messages) {
            if (message.key() == MessageSpec.NO_KEY) {
                continue;
            }
            var twin = (message.kind().equals(REQUEST) ? requests : responses).put(message.key(), message);
            if (twin != null) {
                throw new IllegalStateException(
                        "API key " + message.key() + ": both " + twin.name() + " and " + message.name());
            }
        }
        if (!requests.keySet().equals(responses.keySet())) {
            throw new IllegalStateException("API keys of requests and responses differ");
        }
    }

    String source(String packageName, String messagePackage) {
        var java = new JavaText();
        java.line("// Generated from the schemas of all requests and responses. Changes belong there.");
        java.line("package %s;", packageName).blank();
        for (MessageSpec request : requests.values()) {
            java.line("import %s.%s;", messagePackage, request.name());
            java.line(
                    "import %s.%s;",
                    messagePackage, responses.get(request.key()).name());
        }
        java.line("import io.netty.buffer.ByteBuf;");
        java.line("import org.jspecify.annotations.Nullable;").blank();
        java.line("/**");
        java.line(" * The APIs of the protocol, by the key that opens each request: versions, headers, and readers.");
        java.line(" *");
        java.line(" * <p>The ranges are those of the schemas. What a broker serves is its own choice within them.");
        java.line(" */");
        java.open("public enum ApiKey");
        emitConstants(java);
        for (String line : MEMBERS.lines().toList()) {
            java.line("%s", line);
        }
        emitReader(java, "Request", requests);
        emitReader(java, "Response", responses);
        return java.close().toString();
    }

    /** A switch: a method reference for each message would be a class more for each, made when the enum is loaded. */
    private void emitReader(JavaText java, String kind, Map<Integer, MessageSpec> messages) {
        java.blank();
        java.line("/** Reads the body of a %s of this API. */", kind.toLowerCase(Locale.ROOT));
        java.open("public ApiMessage read%s(ByteBuf in, short version) throws MalformedMessage", kind);
        java.line("return switch (this) {");
        for (MessageSpec request : requests.values()) {
            String message = messages.get(request.key()).name();
            java.line("    case %s -> %s.read(in, version);", constantOf(apiName(request)), message);
        }
        java.line("};");
        java.close();
    }

    private void emitConstants(JavaText java) {
        int left = requests.size();
        for (MessageSpec request : requests.values()) {
            MessageSpec response = responses.get(request.key());
            java.line("%s(", constantOf(apiName(request)));
            java.line("        %d, \"%s\",", request.key(), apiName(request));
            java.line("        %s, %s,", facts(request), facts(response));
            java.line("        new HeaderRule(%s, %s),", firstFlexible(request), headerRule(request));
            java.line("        %d)%s", request.deprecated().high() + 1, --left == 0 ? ";" : ",");
        }
        java.blank();
    }

    private static String apiName(MessageSpec request) {
        return request.name().replaceFirst("Request$", "");
    }

    private static String constantOf(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    }

    private static String facts(MessageSpec message) {
        return "new VersionRange(%s.LOWEST_VERSION, %s.HIGHEST_VERSION)".formatted(message.name(), message.name());
    }

    private static String firstFlexible(MessageSpec request) {
        return request.flexible().isEmpty()
                ? "HeaderRule.NEVER"
                : Integer.toString(request.flexible().low());
    }

    private static String headerRule(MessageSpec request) {
        return switch (apiName(request)) {
            case ALWAYS_PLAIN_RESPONSE_HEADER -> "HeaderRule.Exception.PLAIN_RESPONSE";
            case FIRST_REQUEST_WITHOUT_CLIENT_ID -> "HeaderRule.Exception.VERSION_0_WITHOUT_CLIENT_ID";
            default -> "HeaderRule.Exception.NONE";
        };
    }

    private static final String MEMBERS = """
            private static final @Nullable ApiKey[] BY_ID = new ApiKey[values()[values().length - 1].id + 1];

            static {
                for (ApiKey key : values()) {
                    BY_ID[key.id] = key;
                }
            }

            private final short id;
            private final String apiName;
            private final VersionRange requestVersions;
            private final VersionRange responseVersions;
            private final HeaderRule headers;
            private final short firstNotDeprecated;

            ApiKey(
                    int id,
                    String apiName,
                    VersionRange requestVersions,
                    VersionRange responseVersions,
                    HeaderRule headers,
                    int firstNotDeprecated) {
                this.id = (short) id;
                this.apiName = apiName;
                this.requestVersions = requestVersions;
                this.responseVersions = responseVersions;
                this.headers = headers;
                this.firstNotDeprecated = (short) firstNotDeprecated;
            }

            /** The API of that key, or null if there is none. */
            public static @Nullable ApiKey of(short id) {
                return id >= 0 && id < BY_ID.length ? BY_ID[id] : null;
            }

            public short id() {
                return id;
            }

            /** The name that documents and metrics use, such as {@code LeaderAndIsr}. */
            public String apiName() {
                return apiName;
            }

            public VersionRange requestVersions() {
                return requestVersions;
            }

            public VersionRange responseVersions() {
                return responseVersions;
            }

            /** Whether clients should no longer send requests of {@code version}, because later brokers refuse them. */
            public boolean isDeprecated(short version) {
                return version < firstNotDeprecated;
            }

            /** The version of the request header in front of a request of {@code version}, known or not. */
            public short requestHeaderVersion(short version) {
                return headers.requestHeaderVersion(version);
            }

            /** The version of the response header in front of a response of {@code version}, known or not. */
            public short responseHeaderVersion(short version) {
                return headers.responseHeaderVersion(version);
            }
            """;
}
