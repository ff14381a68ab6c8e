package io.milena.tools;

import io.milena.clients.consumer.Consumer;
import io.milena.common.TopicPartition;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** What the console consumer reads, and from where. Immutable. */
final class StartingPlace {

    private static final String EARLIEST = "earliest";
    private static final String LATEST = "latest";

    private final @Nullable String topic;
    private final @Nullable Pattern include;
    private final int partition;
    private final String offset;

    /** @throws ToolFailure if options do not go together, or there is no such place */
    StartingPlace(ConsoleConsumerTool tool) {
        String pattern = tool.include != null ? tool.include : tool.whitelist;
        if ((tool.topic == null) == (pattern == null)) {
            throw new ToolFailure("Exactly one of --include/--topic is required.");
        }
        if (tool.partition != null && (tool.topic == null || tool.partition < 0)) {
            throw new ToolFailure("--partition needs --topic, and is 0 or more");
        }
        if (tool.offset != null && tool.partition == null) {
            throw new ToolFailure("The partition is required when offset is specified.");
        }
        if (tool.offset != null && tool.fromBeginning) {
            throw new ToolFailure("Options from-beginning and offset cannot be specified together.");
        }
        topic = tool.topic;
        include = pattern == null ? null : compiled(pattern);
        partition = tool.partition == null ? -1 : tool.partition;
        offset = checked(tool.offset != null ? tool.offset : tool.fromBeginning ? EARLIEST : LATEST);
    }

    private static Pattern compiled(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new ToolFailure("--include: '" + text + "' is not a regular expression: " + e.getDescription(), e);
        }
    }

    private static String checked(String offset) {
        String word = offset.toLowerCase(Locale.ROOT);
        if (!word.equals(EARLIEST) && !word.equals(LATEST) && !word.matches("[0-9]{1,18}")) {
            throw new ToolFailure("The provided offset value '" + offset
                    + "' is incorrect. Valid values are 'earliest', 'latest', or a non-negative long.");
        }
        return word;
    }

    void apply(Consumer<byte[], byte[]> consumer) {
        if (include != null) {
            consumer.subscribe(include);
        } else if (topic != null && partition < 0) {
            consumer.subscribe(List.of(topic));
        } else if (topic != null) {
            assign(consumer, new TopicPartition(topic, partition));
        }
    }

    private void assign(Consumer<byte[], byte[]> consumer, TopicPartition one) {
        consumer.assign(List.of(one));
        switch (offset) {
            case EARLIEST -> consumer.seekToBeginning(List.of(one));
            case LATEST -> consumer.seekToEnd(List.of(one));
            default -> consumer.seek(one, Long.parseLong(offset));
        }
    }
}
