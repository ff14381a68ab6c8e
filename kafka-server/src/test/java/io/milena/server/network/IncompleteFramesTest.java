package io.milena.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Which connections are given up when all incomplete requests together hold more than {@link
 * ConnectionFixture#LIMIT_BYTES}. A connection without a socket closes when the test has it run.
 */
class IncompleteFramesTest {

    private final List<ConnectionFixture> open = new ArrayList<>();
    private final ConnectionFixture oldest = opened(ConnectionFixture.keeping());

    private ConnectionFixture opened(ConnectionFixture fixture) {
        open.add(fixture);
        return fixture;
    }

    @AfterEach
    void closeAll() {
        open.forEach(ConnectionFixture::close);
        assertThat(oldest.incomplete.bytes()).isZero();
    }

    /** A connection that begins a request of {@code bytes}, which are reserved for it, a second after the last one. */
    private ConnectionFixture withPartOf(int bytes) {
        ConnectionFixture next = opened(oldest.neighbour());
        oldest.time.advance(Duration.ofSeconds(1));
        receivePartOf(next, bytes);
        return next;
    }

    private static void receivePartOf(ConnectionFixture fixture, int bytes) {
        fixture.channel.writeInbound(Unpooled.buffer().writeInt(bytes).writeZero(bytes / 2));
    }

    @Test
    void aRequestThatHoldsMoreThanAllMayClosesItsConnection() {
        oldest.channel.writeInbound(Unpooled.directBuffer()
                .writeInt(ConnectionFixture.MAX_FRAME_BYTES)
                .writeZero((int) ConnectionFixture.LIMIT_BYTES));
        oldest.run();

        assertThat(oldest.channel.isOpen()).isFalse();
        assertThat(oldest.incomplete.bytes()).isZero();
    }

    @Test
    void theOneThatGrewLeastOfLateIsGivenUp() {
        var busy = opened(new ConnectionFixture(10, exchange -> ConnectionFixture.answer(exchange, 7)));
        var silent = opened(busy.neighbour());
        receiveFramesAndAPart(busy, 1);
        busy.time.advance(Duration.ofSeconds(1));
        receivePartOf(silent, 1_000);
        busy.time.advance(Duration.ofSeconds(1));
        receiveFramesAndAPart(busy, 50);

        receivePartOf(opened(busy.neighbour()), 7_500);
        busy.run();
        silent.run();

        assertThat(silent.channel.isOpen()).isFalse();
        assertThat(busy.channel.isOpen()).isTrue();
    }

    /** Whole requests that end what came before, and a part of the next: one is always incomplete. */
    private static void receiveFramesAndAPart(ConnectionFixture fixture, int frames) {
        ByteBuf together = Unpooled.directBuffer();
        for (int i = 0; i < frames; i++) {
            boolean isEnd = i == 0 && fixture.incomplete.bytes() > 0;
            together.writeBytes(isEnd ? new byte[60] : hundred());
        }
        fixture.channel.writeInbound(together.writeBytes(hundred(), 0, 44));
        fixture.answers();
    }

    /** A request of 100 bytes, and its length. */
    private static byte[] hundred() {
        return ByteBuffer.allocate(104).putInt(100).array();
    }

    @Test
    void nobodyElseIsGivenUpForBytesThatOneIsAboutToGiveBack() {
        receivePartOf(oldest, 3_000);
        ConnectionFixture second = withPartOf(3_000);
        ConnectionFixture tooMuch = withPartOf(3_000);

        ConnectionFixture last = withPartOf(1_500);
        last.run();
        tooMuch.run();
        second.run();
        oldest.run();

        assertThat(oldest.channel.isOpen()).isFalse();
        assertThat(second.channel.isOpen()).isTrue();
        assertThat(tooMuch.channel.isOpen()).isTrue();
        assertThat(last.channel.isOpen()).isTrue();
        assertThat(oldest.incomplete.bytes()).isBetween(7_500L, ConnectionFixture.LIMIT_BYTES);
    }

    @Test
    void whatGrowsAfterItWasGivenUpCostsNobodyElse() {
        oldest.channel.writeInbound(Unpooled.buffer().writeShort(0));
        ConnectionFixture second = withPartOf(3_900);
        ConnectionFixture tooMuch = withPartOf(3_900);

        oldest.channel
                .pipeline()
                .fireChannelRead(Unpooled.buffer().writeShort(5_000).writeZero(2_500));
        long withAll = oldest.incomplete.bytes();
        second.run();
        oldest.run();

        assertThat(withAll).isGreaterThan(12_000);
        assertThat(second.channel.isOpen()).isTrue();
        assertThat(tooMuch.channel.isOpen()).isTrue();
        assertThat(oldest.channel.isOpen()).isFalse();
    }

    @Test
    void aRequestThatEndsBeforeItsConnectionClosesSavesIt() {
        receivePartOf(oldest, 3_000);
        ConnectionFixture second = withPartOf(3_000);
        withPartOf(3_000);

        ByteBuf rest = Unpooled.buffer().writeZero(1_500).writeInt(1_000).writeZero(500);
        oldest.channel.pipeline().fireChannelRead(rest);
        oldest.run();
        second.run();

        assertThat(oldest.handled).hasSize(1);
        assertThat(oldest.channel.isOpen()).isTrue();
        assertThat(second.channel.isOpen()).isTrue();
    }

    @Test
    void asManyAsNeedBeAreGivenUp() {
        receivePartOf(oldest, 3_000);
        ConnectionFixture second = withPartOf(3_000);
        ConnectionFixture third = withPartOf(3_000);

        ConnectionFixture last = withPartOf(3_000);
        oldest.run();
        second.run();
        third.run();

        assertThat(oldest.channel.isOpen()).isFalse();
        assertThat(second.channel.isOpen()).isFalse();
        assertThat(third.channel.isOpen()).isTrue();
        assertThat(last.channel.isOpen()).isTrue();
    }
}
