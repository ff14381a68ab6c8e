package io.milena.compat.answers;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.CreateTopicsResponse.CreatableTopicConfigs;
import io.milena.protocol.messages.CreateTopicsResponse.CreatableTopicResult;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes a response so that two brokers' answers compare: every field that is not its default, error codes by name;
 * ids, ports, times and the wording of messages only as far as they are there. Immutable.
 */
final class AnswerText {

    static final int NO_OWN_PARTITION = -1;

    private static final byte DEFAULT_SOURCE = 5;

    private static final Set<String> ERROR_CODES = Set.of("errorCode", "topicConfigErrorCode");
    private static final Set<String> UNTOLD = Set.of("throttleTimeMs", "unknownTaggedFields", "documentation");

    /** What an answer may say beside an error, or not: nobody uses it. */
    private static final Set<String> UNTOLD_BESIDE_AN_ERROR =
            Set.of("errorMessage", "logStartOffset", "abortedTransactions", "records");

    /** Lists whose order means nothing and is not steady. */
    private static final Set<String> SORTED = Set.of(
            "configs",
            "members",
            "DeleteGroupsResponse.results",
            "DeleteRecordsResponse.topics",
            "DeleteRecordsTopicResult.partitions",
            "MetadataResponse.topics",
            "MetadataResponseTopic.partitions");

    private static final Set<String> VARYING =
            Set.of("port", "clusterId", "errorMessage", "batchIndexErrorMessage", "sessionId", "producerId");
    private static final Set<String> PARTITIONS = Set.of("index", "partitionIndex", "partition");
    private static final long RECENT_MS = World.START_MS + 86_400_000L * 30;

    private final World world;
    private final String ownTopic;
    private final int ownPartition;
    private final UnaryOperator<String> naming;

    AnswerText(World world, String ownTopic, int ownPartition) {
        this(world, ownTopic, ownPartition, text -> text);
    }

    /** With {@code naming}, which calls by a steady name what is made up anew in each run. */
    AnswerText(World world, String ownTopic, int ownPartition, UnaryOperator<String> naming) {
        this.naming = naming;
        this.world = world;
        this.ownTopic = ownTopic;
        this.ownPartition = ownPartition;
    }

    String of(Object struct) {
        List<String> fields = new ArrayList<>();
        Object fresh = fresh(struct.getClass());
        boolean failed = false;
        for (Field field : struct.getClass().getDeclaredFields()) {
            String name = field.getName();
            boolean isTold = !Modifier.isStatic(field.getModifiers())
                    && !UNTOLD.contains(name)
                    && !(failed && UNTOLD_BESIDE_AN_ERROR.contains(name));
            if (isTold && !Objects.deepEquals(get(struct, name), get(fresh, name))) {
                failed |= ERROR_CODES.contains(name);
                fields.add(name + ": " + value(struct, name));
            }
        }
        return "{" + String.join(", ", fields) + "}";
    }

    private static Object fresh(Class<?> type) {
        try {
            return type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(type.toString(), e);
        }
    }

    private static @Nullable Object get(Object struct, String field) {
        try {
            return struct.getClass().getMethod(field).invoke(struct);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(struct.getClass() + " " + field, e);
        }
    }

    private String value(Object struct, String field) {
        Object value = get(struct, field);
        boolean isSorted =
                SORTED.contains(field) || SORTED.contains(struct.getClass().getSimpleName() + "." + field);
        if (value instanceof List<?> values && struct instanceof CreatableTopicResult) {
            return changed(values);
        }
        if (isSorted && value instanceof List<?> values) {
            return values.stream()
                    .map(each -> value(field, each))
                    .map(naming)
                    .sorted()
                    .toList()
                    .toString();
        }
        return value(field, value);
    }

    /** A created topic's settings that are not the default; how many others there are. */
    private String changed(List<?> settings) {
        List<String> changed = new ArrayList<>();
        for (Object each : settings) {
            if (((CreatableTopicConfigs) each).configSource() != DEFAULT_SOURCE) {
                changed.add(of(each));
            }
        }
        return changed + " of " + settings.size();
    }

    private String value(String name, @Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (VARYING.contains(name)) {
            return "any";
        }
        if (value instanceof List<?> values) {
            return list(name, values);
        }
        if (value instanceof RecordsBuffer records) {
            return StoredText.of(records.content());
        }
        if (value instanceof byte[] bytes) {
            return "'" + new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", ".") + "'";
        }
        return value instanceof Number number ? number(name, number) : plain(value);
    }

    private String list(String name, List<?> values) {
        List<String> texts = new ArrayList<>();
        values.forEach(each -> texts.add(value(name, each)));
        return "[" + String.join(", ", texts) + "]";
    }

    private String number(String name, Number number) {
        if (ERROR_CODES.contains(name)) {
            return ErrorCode.of(number.shortValue()).name();
        }
        if (PARTITIONS.contains(name) && number.intValue() == ownPartition) {
            return "own";
        }
        return number.longValue() > RECENT_MS && number.longValue() < RECENT_MS * 2 ? "now" : number.toString();
    }

    private String plain(Object value) {
        if (value instanceof Uuid id) {
            return world.nameOf(id);
        }
        if (value instanceof String text) {
            return text.equals(ownTopic) ? "own" : text;
        }
        return value instanceof Boolean ? value.toString() : of(value);
    }
}
