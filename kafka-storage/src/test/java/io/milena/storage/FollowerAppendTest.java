package io.milena.storage;

import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.record.BatchEdits;
import io.milena.record.BatchTerms;
import io.milena.record.RecordBatch;
import io.milena.record.compression.Codec;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.AppendResult.Refused;
import io.milena.storage.Batches.Rec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a follower takes from its leader: whole batches with good checksums and rising offsets, byte for byte. */
class FollowerAppendTest {

    @TempDir
    Path root;

    private LogHome home;
    private LogManager manager;
    private Log log;

    @BeforeEach
    void open() {
        home = new LogHome(root);
        manager = home.open();
        log = home.orders(manager);
    }

    @AfterEach
    void close() {
        manager.close();
    }

    private static ByteBuf fromLeader(long offset, ByteBuf batch) {
        BatchEdits.assignOffset(RecordBatch.at(batch, 0), offset);
        BatchEdits.assignLeaderEpoch(RecordBatch.at(batch, 0), 4);
        return batch;
    }

    private static ByteBuf fromLeader(long offset, String... values) {
        return fromLeader(offset, batch(LogHome.START_MS, values));
    }

    private AppendResult follow(ByteBuf... batches) {
        ByteBuf all = Unpooled.copiedBuffer(batches);
        return log.appendAsFollower(all);
    }

    private byte[] file() throws IOException {
        return Files.readAllBytes(home.ordersDirectory().resolve("00000000000000000000.log"));
    }

    @Test
    void bytesAreWrittenAsTheyCameAndGapsStay() throws IOException {
        BatchTerms producer = BatchTerms.PLAIN.withProducer(5, (short) 2, 11);
        ByteBuf first = fromLeader(0, "a", "b");
        ByteBuf second = fromLeader(7, batch(producer, Codec.ZSTD, 1, "c", "d"));

        AppendResult result = follow(first, second);

        assertThat(result).isInstanceOfSatisfying(Appended.class, it -> {
            assertThat(it.firstOffset()).isZero();
            assertThat(it.lastOffset()).isEqualTo(8);
        });
        assertThat(file()).isEqualTo(ByteBufUtil.getBytes(Unpooled.wrappedBuffer(first, second)));
        assertThat(readAll(log, 0, 10_000)).extracting(Rec::offset).containsExactly(0L, 1L, 7L, 8L);
        assertThat(log.latestEpoch()).isEqualTo(4);
        assertThat(log.producerCount()).isEqualTo(1);
    }

    @Test
    void aBadChecksumRefusesAllThatCameWithIt() {
        ByteBuf bad = fromLeader(1, "b");
        bad.setByte(bad.writerIndex() - 2, 'X');

        AppendResult result = follow(fromLeader(0, "a"), bad, fromLeader(2, "c"));

        assertThat(result).isInstanceOfSatisfying(Refused.class, it -> {
            assertThat(it.code()).isEqualTo(ErrorCode.CORRUPT_MESSAGE);
            assertThat(it.message()).startsWith("orders-0, ").contains("offset 1", "CRC check failed");
        });
        assertThat(log.offsets().logEndOffset()).isZero();
        assertThat(log.sizeBytes()).isZero();
    }

    @Test
    void offsetsThatFallRefuseAllThatCameWithThem() {
        AppendResult result = follow(fromLeader(5, "a", "b"), fromLeader(6, "c"));

        assertThat(result)
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE));
        assertThat(log.offsets().logEndOffset()).isZero();
    }

    /** A fetch ends where its limit is, in the middle of a batch. */
    @Test
    void aBatchThatIsCutOffIsLeftForTheNextFetch() throws IOException {
        ByteBuf last = fromLeader(1, "b");
        int whole = last.readableBytes();
        for (int cut = 1; cut < whole; cut++) {
            log.truncateTo(0);
            assertThat(follow(fromLeader(0, "a"), last.slice(0, whole - cut))).isInstanceOf(Appended.class);

            assertThat(log.offsets().logEndOffset()).as("without %s bytes", cut).isEqualTo(1);
        }
        assertThat(follow(last.slice(0, whole - 1))).isInstanceOf(Refused.class);

        assertThat(follow(last)).isInstanceOf(Appended.class);
        assertThat(readAll(log, 0, 10_000)).extracting(Rec::value).containsExactly("a", "b");
    }
}
