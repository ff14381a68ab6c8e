package io.milena.compat.storage;

import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.FetchResponse.PartitionData;
import io.milena.record.BatchCursor;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordIterator;
import io.milena.record.RecordView;
import io.milena.record.compression.Decompressor;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What clients of all times get of a log: each record with the format and the codec that it comes in. Confined to the
 * test's thread.
 */
final class OldAnswers {

    /** The first and the last version in which a format is the newest that is answered. */
    private static final List<Integer> VERSIONS = List.of(0, 1, 2, 3, 4, 12);

    private static final int FIRST_WITH_WHOLE_BATCHES = 3;
    private static final int LONG_STEP = 20;
    private static final int ENDS_OF_VALUES = 12;

    private final WireClient client;
    private final String topic;

    OldAnswers(WireClient client, String topic) {
        this.client = client;
        this.topic = topic;
    }

    /**
     * By version and offset: all that one fetch returns, and where versions allow it, the first batch alone. What is
     * the same for a row of offsets stands at the first.
     */
    Map<String, List<String>> all() {
        Map<String, List<String>> answers = new LinkedHashMap<>();
        long start = WireTopic.named(client, topic).offsetAt(-2).offset();
        long end = WireTopic.named(client, topic).offsetAt(-1).offset();
        for (int version : VERSIONS) {
            List<String> before = List.of();
            for (long offset = start; offset < end; offset++) {
                if (version < FIRST_WITH_WHOLE_BATCHES && offset % LONG_STEP == LONG_STEP / 2) {
                    answers.put("v" + version + " all from " + offset, fetch(version, offset, WireTopic.LARGE));
                }
                List<String> one = version < FIRST_WITH_WHOLE_BATCHES ? before : fetch(version, offset, 1);
                if (!one.equals(before)) {
                    answers.put("v" + version + " one from " + offset, one);
                    before = one;
                }
            }
        }
        return answers;
    }

    private List<String> fetch(int version, long offset, int maxBytes) {
        FetchRequest request = WireTopic.fetching(
                WireTopic.LARGE, WireTopic.named(client, topic).from(offset, maxBytes));
        PartitionData fetched = client.call(FetchResponse.class, ApiKey.FETCH, version, request)
                .responses()
                .get(0)
                .partitions()
                .get(0);
        if (fetched.errorCode() != 0 || !(fetched.records() instanceof RecordsBuffer records)) {
            return List.of("error " + fetched.errorCode());
        }
        return texts(records.content());
    }

    private static List<String> texts(ByteBuf records) {
        List<String> texts = new ArrayList<>();
        try (var decompressor = new Decompressor(UnpooledByteBufAllocator.DEFAULT, 1 << 20)) {
            BatchCursor cursor = BatchCursor.over(Unpooled.copiedBuffer(records));
            while (cursor.next()) {
                add(cursor.batch(), decompressor, texts);
            }
        } catch (MalformedRecords e) {
            throw new AssertionError(e);
        }
        return texts;
    }

    private static void add(RecordBatch batch, Decompressor decompressor, List<String> texts) throws MalformedRecords {
        String outside =
                "format " + batch.magic() + " attributes " + batch.attributes() + " to " + batch.lastOffset() + ": ";
        try (RecordIterator iterator = RecordIterator.open(batch, decompressor)) {
            while (iterator.next()) {
                RecordView record = iterator.record();
                texts.add(outside + record.offset() + " at " + record.timestamp() + " " + text(record.key()) + "="
                        + text(record.value()));
            }
        }
    }

    private static String text(@Nullable ByteBuf field) {
        String text = field == null ? "null" : field.toString(StandardCharsets.UTF_8);
        return text.length() <= 2 * ENDS_OF_VALUES ? text : text.substring(0, ENDS_OF_VALUES) + ".." + text.length();
    }
}
