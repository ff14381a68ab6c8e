package io.milena.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.protocol.ApiKey;
import io.milena.protocol.RequestHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that would become far more on the heap than they are on the wire are not read. */
class RequestStructureTest extends ApiTest {

    private static final int SMALLEST_TOPIC_BYTES = 6;

    @Test
    void aLargeRequestOfAnyApiButProduceIsRefused() {
        for (ApiTable.Entry entry : broker.table.entries().values()) {
            short version = entry.versions().highest();
            ByteBuf frame = Unpooled.buffer();
            RequestHeader.of(entry.key(), version, 1, "c")
                    .write(frame, entry.key().requestHeaderVersion(version));
            frame.writeZero(RequestStructure.MAX_BYTES + 1);

            var exchange = new RecordingExchange(frame, broker.home.loop);
            broker.dispatcher.handle(exchange);

            assertThat(exchange.closedBecause()).as(entry.key().apiName()).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 3, 8, 9, 11})
    void aProduceMayBeAsLargeAsItsRecords(int version) throws Exception {
        int records = RequestStructure.MAX_BYTES + 1;
        ByteBuf body = produce(version, 1);
        topic(body, version, records);

        assertThat(RequestStructure.isTooMuch(ApiKey.PRODUCE, (short) version, body))
                .isFalse();
        assertThat(body.readerIndex()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 3, 8, 9, 11})
    void aLargeProduceOfManyTopicsIsTooMuch(int version) throws Exception {
        int topics = RequestStructure.MAX_BYTES / SMALLEST_TOPIC_BYTES * 2;
        ByteBuf body = produce(version, topics);
        for (int i = 0; i < topics; i++) {
            topic(body, version, 0);
        }

        assertThat(RequestStructure.isTooMuch(ApiKey.PRODUCE, (short) version, body))
                .isTrue();
    }

    private static ByteBuf produce(int version, int topics) {
        ByteBuf body = Unpooled.buffer();
        if (version >= 9) {
            body.writeByte(0);
        } else if (version >= 3) {
            body.writeShort(-1);
        }
        body.writeShort(1).writeInt(1000);
        count(body, version, topics);
        return body;
    }

    private static void topic(ByteBuf body, int version, int recordsBytes) {
        boolean flexible = version >= 9;
        if (flexible) {
            body.writeByte(1);
        } else {
            body.writeShort(0);
        }
        count(body, version, 1);
        body.writeInt(0);
        count(body, version, recordsBytes);
        body.writeZero(recordsBytes).writeZero(flexible ? 2 : 0);
    }

    private static void count(ByteBuf body, int version, int count) {
        if (version < 9) {
            body.writeInt(count);
            return;
        }
        int left = count + 1;
        while (left > 0x7f) {
            body.writeByte(left & 0x7f | 0x80);
            left >>>= 7;
        }
        body.writeByte(left);
    }
}
