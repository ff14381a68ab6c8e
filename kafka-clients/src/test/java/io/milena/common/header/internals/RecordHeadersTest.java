package io.milena.common.header.internals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.header.Header;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.junit.jupiter.api.Test;

/** Headers keep their order, repeat, and close. */
class RecordHeadersTest {

    private static final byte[] ONE = {1};
    private static final byte[] TWO = {2};

    @Test
    void keysRepeatAndKeepTheirOrder() {
        var headers = new RecordHeaders();

        headers.add("a", ONE).add("b", null).add("a", TWO);

        assertThat(headers.toArray()).extracting(Header::key).containsExactly("a", "b", "a");
        assertThat(headers.headers("a")).extracting(Header::value).containsExactly(ONE, TWO);
        assertThat(headers.lastHeader("a")).isEqualTo(new RecordHeader("a", TWO));
        assertThat(headers.lastHeader("none")).isNull();
    }

    @Test
    void removingTakesAllOfAKey() {
        var headers = new RecordHeaders();
        headers.add("a", ONE).add("b", null).add("a", TWO);

        headers.remove("a");

        assertThat(headers).containsExactly(new RecordHeader("b", null));
    }

    @Test
    void nothingChangesAfterTheRecordWasSent() {
        var headers = new RecordHeaders();
        headers.add("a", ONE);
        headers.setReadOnly();
        Iterator<Header> all = headers.iterator();
        all.next();

        assertThatThrownBy(() -> headers.add("b", TWO)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> headers.remove("a")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(all::remove).isInstanceOf(IllegalStateException.class);
        assertThat(headers).hasSize(1);
    }

    @Test
    void aReceivedHeaderIsReadWhenItIsAskedFor() {
        ByteBuffer key = ByteBuffer.wrap("größe".getBytes(StandardCharsets.UTF_8));

        var header = new RecordHeader(key, ByteBuffer.wrap(ONE));

        assertThat(header).isEqualTo(new RecordHeader("größe", ONE)).hasSameHashCodeAs(new RecordHeader("größe", ONE));
        assertThat(new RecordHeader(ByteBuffer.wrap(ONE), null).value()).isNull();
    }
}
