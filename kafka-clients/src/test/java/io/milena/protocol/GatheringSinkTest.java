package io.milena.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.FetchResponse.FetchableTopicResponse;
import io.milena.protocol.messages.FetchResponse.PartitionData;
import io.milena.protocol.messages.HeartbeatRequest;
import io.milena.protocol.messages.HeartbeatResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ReferenceCounted;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A frame in parts: the bytes of a plain one, and records that are passed on uncopied. */
class GatheringSinkTest {

    private static final UnpooledByteBufAllocator ALLOCATOR = UnpooledByteBufAllocator.DEFAULT;

    private static PartitionData partition(int index, String records) {
        return new PartitionData()
                .partitionIndex(index)
                .records(new RecordsBuffer(Unpooled.copiedBuffer(records, StandardCharsets.UTF_8)));
    }

    private static FetchResponse response() {
        List<PartitionData> partitions = List.of(partition(0, "first"), partition(1, ""), partition(2, "third"));
        return new FetchResponse()
                .responses(List.of(new FetchableTopicResponse().topic("t").partitions(partitions)));
    }

    private static String joined(List<ReferenceCounted> parts) {
        var hex = new StringBuilder();
        for (ReferenceCounted part : parts) {
            ByteBuf bytes = part instanceof ByteBuf own ? own : ((RecordsBuffer) part).content();
            hex.append(ByteBufUtil.hexDump(bytes));
        }
        return hex.toString();
    }

    @Test
    void thePartsInARowAreThePlainFrame() {
        FetchResponse message = response();
        ByteBuf plain = Unpooled.buffer();
        plain.writeInt(4 + 1 + message.size((short) 12)).writeInt(42).writeByte(0);
        message.write(new BufferSink(plain), (short) 12);

        GatheringSink sink = GatheringSink.response(ALLOCATOR, ApiKey.FETCH, (short) 12, 42, message);
        long announced = sink.sizeBytes();
        List<ReferenceCounted> parts = sink.parts();

        assertThat(parts).hasSize(5);
        assertThat(joined(parts)).isEqualTo(ByteBufUtil.hexDump(plain));
        assertThat(announced).isEqualTo(plain.readableBytes());
        parts.forEach(ReferenceCounted::release);
        message.release();
    }

    @Test
    void recordsHaveAReferenceOfTheirOwnInTheSink() {
        FetchResponse message = response();
        RecordsField records = message.responses().get(0).partitions().get(0).records();

        GatheringSink sink = GatheringSink.response(ALLOCATOR, ApiKey.FETCH, (short) 4, 1, message);

        assertThat(records).isNotNull().extracting(ReferenceCounted::refCnt).isEqualTo(2);
        sink.release();
        assertThat(records).extracting(ReferenceCounted::refCnt).isEqualTo(1);
        message.release();
    }

    @Test
    void aMessageWithoutRecordsIsOnePart() {
        var message = new HeartbeatResponse().errorCode((short) 27);

        List<ReferenceCounted> parts = GatheringSink.response(ALLOCATOR, ApiKey.HEARTBEAT, (short) 4, 5, message)
                .parts();

        assertThat(joined(parts)).isEqualTo("0000000c" + "00000005" + "00" + "00000000" + "001b" + "00");
        assertThat(parts).hasSize(1);
        parts.forEach(ReferenceCounted::release);
    }

    @Test
    void aRequestHasItsHeaderInFront() {
        var header = RequestHeader.of(ApiKey.HEARTBEAT, (short) 0, 5, "c");
        var message = new HeartbeatRequest().groupId("g").memberId("m").generationId(1);

        List<ReferenceCounted> parts = GatheringSink.request(ALLOCATOR, header, RequestHeader.WITH_CLIENT_ID, message)
                .parts();

        assertThat(joined(parts))
                .isEqualTo("00000015" + "000c0000" + "00000005" + "000163" + "000167" + "00000001" + "00016d");
        parts.forEach(ReferenceCounted::release);
    }

    @Test
    void aMessageThatCannotBeWrittenLeavesNothingBehind() {
        var message = new FetchResponse().sessionId(7);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> GatheringSink.response(ALLOCATOR, ApiKey.FETCH, (short) 4, 1, message));
    }
}
