package io.milena.server.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.protocol.GatheringSink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of a connection's requests and answers, what it holds, and when it gives that back. */
class ConnectionTest {

    @Test
    void aRequestWaitsUntilItsPredecessorIsAnswered() {
        var fixture = ConnectionFixture.keeping();

        fixture.receive(1, 2);
        int before = fixture.handled.size();
        ConnectionFixture.answer(fixture.handled.get(0), 1);
        List<Integer> answers = fixture.answers();

        assertThat(before).isEqualTo(1);
        assertThat(answers).containsExactly(1);
        assertThat(fixture.handled).hasSize(2);
        fixture.close();
    }

    @Test
    void aRequestThatProceedsLetsItsSuccessorStartAndAnswersKeepTheirOrder() {
        var fixture = new ConnectionFixture(10, Exchange::proceed);

        fixture.receive(1, 2, 3);
        ConnectionFixture.answer(fixture.handled.get(2), 3);
        ConnectionFixture.answer(fixture.handled.get(1), 2);
        List<Integer> early = fixture.answers();
        ConnectionFixture.answer(fixture.handled.get(0), 1);

        assertThat(early).isEmpty();
        assertThat(fixture.answers()).containsExactly(1, 2, 3);
    }

    @Test
    void requestsOfOneReadAreAnsweredWithOneFlush() {
        var fixture = new ConnectionFixture(10, exchange -> ConnectionFixture.answer(exchange, 7));
        List<Object> flushes = new ArrayList<>();
        fixture.channel.pipeline().addFirst(new FlushCounter(flushes));

        fixture.receive(1, 2, 3);

        assertThat(fixture.answers()).containsExactly(7, 7, 7);
        assertThat(flushes).hasSize(1);
    }

    @Test
    void requestsGoOnAfterAReadWithMoreAnswersThanMayBeUnsent() {
        int answerBytes = (int) ConnectionFixture.LIMIT_BYTES;
        var fixture = new ConnectionFixture(10, exchange -> {
            GatheringSink response = ConnectionFixture.response(exchange, 7);
            response.buffer().writeZero(answerBytes);
            exchange.reply(response);
        });

        fixture.receive(1, 2, 3);

        assertThat(fixture.answers()).containsExactly(7, 7, 7);
        assertThat(fixture.channel.config().isAutoRead()).isTrue();
    }

    @Test
    void noMoreRequestsBeginThanMayBeUnanswered() {
        var fixture = new ConnectionFixture(2, Exchange::proceed);

        fixture.receive(1, 2, 3);
        int before = fixture.handled.size();
        ConnectionFixture.answer(fixture.handled.get(0), 1);
        fixture.run();

        assertThat(before).isEqualTo(2);
        assertThat(fixture.handled).hasSize(3);
        fixture.close();
    }

    @Test
    void theFrameIsGoneOnceTheRequestProceeds() {
        var fixture = ConnectionFixture.keeping();
        fixture.receive(1);
        Exchange exchange = fixture.handled.get(0);
        ByteBuf frame = exchange.frame();

        exchange.proceed();

        assertThat(frame.refCnt()).isZero();
        assertThatThrownBy(exchange::frame).isInstanceOf(IllegalStateException.class);
        fixture.close();
    }

    @Test
    void aFrameThatIsReadReturnsItsBytesButKeepsTheSuccessorWaiting() {
        var fixture = ConnectionFixture.keeping();
        fixture.receive(1, 2);
        long before = fixture.held.usedBytes();

        fixture.handled.get(0).frameRead();
        fixture.run();

        assertThat(before).isEqualTo(200);
        assertThat(fixture.held.usedBytes()).isEqualTo(100);
        assertThat(fixture.handled).hasSize(1);
        fixture.close();
    }

    @Test
    void theFirstAnswerWinsAndLaterOnesAreReleased() {
        var fixture = ConnectionFixture.keeping();
        fixture.receive(1);
        Exchange exchange = fixture.handled.get(0);
        GatheringSink late = ConnectionFixture.response(exchange, 2);
        ByteBuf lateBuffer = late.buffer();

        ConnectionFixture.answer(exchange, 1);
        exchange.reply(late);
        exchange.close("too late");

        assertThat(fixture.answers()).containsExactly(1);
        assertThat(lateBuffer.refCnt()).isZero();
        assertThat(fixture.channel.isOpen()).isTrue();
    }

    @Test
    void aRequestWithoutAnswerLetsTheNextOneStart() {
        var fixture = ConnectionFixture.keeping();
        fixture.receive(1, 2);

        fixture.handled.get(0).noReply();
        fixture.run();
        ConnectionFixture.answer(fixture.handled.get(1), 2);

        assertThat(fixture.answers()).containsExactly(2);
    }

    @Test
    void closingSendsTheEarlierAnswersFirst() {
        var fixture = new ConnectionFixture(10, Exchange::proceed);
        fixture.receive(1, 2, 3);

        fixture.handled.get(1).close("acks=0 and an error");
        ConnectionFixture.answer(fixture.handled.get(2), 3);

        assertItClosesOnceTheFirstIsAnswered(fixture);
    }

    /** The first request waits; its answer is the last one that the connection sends. */
    private static void assertItClosesOnceTheFirstIsAnswered(ConnectionFixture fixture) {
        fixture.run();
        assertThat(fixture.channel.isOpen()).isTrue();

        ConnectionFixture.answer(fixture.handled.get(0), 1);

        assertThat(fixture.answers()).containsExactly(1);
        assertThat(fixture.channel.isOpen()).isFalse();
    }

    @Test
    void aSinkThatThrowsClosesOnlyItsConnection() {
        var fixture = new ConnectionFixture(10, exchange -> {
            throw new IllegalStateException("a fault");
        });

        fixture.receive(1);
        fixture.run();

        assertThat(fixture.channel.isOpen()).isFalse();
        assertThat(fixture.held.usedBytes()).isZero();
    }

    @Test
    void aRequestForWhichThereIsNoMemoryClosesOnlyItsConnection() {
        var inHandler = new ConnectionFixture(10, exchange -> {
            throw new OutOfMemoryError("of the heap");
        });
        var inRead = ConnectionFixture.keeping();

        inHandler.receive(1);
        inHandler.run();
        inRead.channel.pipeline().fireExceptionCaught(new OutOfMemoryError("of buffers"));
        inRead.run();

        assertThat(inHandler.channel.isOpen()).isFalse();
        assertThat(inHandler.held.usedBytes()).isZero();
        assertThat(inRead.channel.isOpen()).isFalse();
    }

    @Test
    void whatIsNoRequestClosesTheConnectionOnceTheEarlierOnesAreAnswered() {
        var fixture = ConnectionFixture.keeping();

        fixture.channel.writeInbound(ConnectionFixture.frame(1, 100).writeInt(-1));

        assertItClosesOnceTheFirstIsAnswered(fixture);
    }

    @Test
    void aClosedConnectionGivesEverythingBack() {
        var fixture = new ConnectionFixture(2, Exchange::proceed);
        List<String> told = new ArrayList<>();
        fixture.receive(1, 2, 3);
        fixture.channel.writeInbound(Unpooled.directBuffer().writeInt(1000).writeZero(10));
        fixture.handled.get(0).onClosed(() -> told.add("first"));
        fixture.handled.get(1).onClosed(() -> told.add("second"));
        ConnectionFixture.answer(fixture.handled.get(1), 2);

        fixture.close();
        GatheringSink late = ConnectionFixture.response(fixture.handled.get(0), 1);
        ByteBuf lateBuffer = late.buffer();
        fixture.handled.get(0).reply(late);
        fixture.run();

        assertThat(told).containsExactly("first");
        assertThat(lateBuffer.refCnt()).isZero();
        assertThat(fixture.held.usedBytes()).isZero();
        assertThat(fixture.incomplete.bytes()).isZero();
        assertThat(fixture.metrics.openConnections()).isZero();
    }

    @Test
    void aTaskForTheCloseOfAClosedConnectionRunsAtOnce() {
        var fixture = ConnectionFixture.keeping();
        fixture.receive(1);
        List<String> told = new ArrayList<>();

        fixture.close();
        fixture.handled.get(0).onClosed(() -> told.add("closed"));

        assertThat(told).containsExactly("closed");
    }

    @Test
    void aLargePartOfARequestWaitsWhileTheBudgetIsUsedUpAndIsNotTakenForSilence() {
        var fixture = ConnectionFixture.large();
        fixture.held.add(ConnectionFixture.LIMIT_BYTES);
        ByteBuf frame = ConnectionFixture.frame(1, 200_000);

        fixture.channel.writeInbound(frame.readRetainedSlice(1_000));
        boolean readsSmallPart = fixture.channel.config().isAutoRead();
        fixture.channel.writeInbound(frame.readRetainedSlice(100_000));
        boolean readsLargePart = fixture.channel.config().isAutoRead();
        fixture.pass(Duration.ofMinutes(1));
        fixture.held.add(-ConnectionFixture.LIMIT_BYTES);
        fixture.run();
        boolean readsAgain = fixture.channel.config().isAutoRead();
        fixture.pass(Duration.ofSeconds(1));
        fixture.channel.writeInbound(frame);

        assertThat(readsSmallPart).isTrue();
        assertThat(readsLargePart).isFalse();
        assertThat(readsAgain).isTrue();
        assertThat(fixture.channel.isOpen()).isTrue();
        assertThat(fixture.handled).hasSize(1);
        fixture.close();
    }

    @Test
    void aConnectionThatHoldsBytesIsNotReadWhileTheBudgetIsUsedUp() {
        var fixture = ConnectionFixture.keeping();
        fixture.held.add(ConnectionFixture.LIMIT_BYTES);

        fixture.receive(1);
        boolean read = fixture.channel.config().isAutoRead();
        fixture.held.add(-ConnectionFixture.LIMIT_BYTES);
        fixture.run();

        assertThat(read).isFalse();
        assertThat(fixture.channel.config().isAutoRead()).isTrue();
        fixture.close();
    }

    @Test
    void aSilentConnectionIsClosedUnlessARequestOfItWaits() {
        var idle = ConnectionFixture.keeping();
        var waiting = ConnectionFixture.keeping();
        waiting.receive(1);

        idle.pass(Duration.ofMinutes(11));
        waiting.pass(Duration.ofMinutes(11));

        assertThat(idle.channel.isOpen()).isFalse();
        assertThat(idle.metrics.expiredConnections()).isEqualTo(1);
        assertThat(waiting.channel.isOpen()).isTrue();
        waiting.close();
    }

    @Test
    void aConnectionIsNotSilentWhenItHasJustBeenAnswered() {
        var fixture = ConnectionFixture.keeping();
        fixture.receive(1);
        fixture.pass(Duration.ofMinutes(11));

        ConnectionFixture.answer(fixture.handled.get(0), 1);
        fixture.run();
        fixture.pass(Duration.ofMinutes(9));
        boolean soon = fixture.channel.isOpen();
        fixture.pass(Duration.ofMinutes(2));

        assertThat(soon).isTrue();
        assertThat(fixture.channel.isOpen()).isFalse();
        fixture.close();
    }

    @Test
    void anIncompleteRequestWithoutProgressClosesItsConnection() {
        var fixture = ConnectionFixture.keeping();
        fixture.channel.writeInbound(Unpooled.directBuffer().writeInt(100).writeZero(10));
        fixture.pass(Duration.ofSeconds(29));
        fixture.channel.writeInbound(Unpooled.directBuffer().writeZero(10));
        fixture.pass(Duration.ofSeconds(29));
        boolean openWithProgress = fixture.channel.isOpen();

        fixture.pass(Duration.ofSeconds(2));

        assertThat(openWithProgress).isTrue();
        assertThat(fixture.channel.isOpen()).isFalse();
    }

    @Test
    void whenTheServerStopsWhatWasBegunIsAnsweredAndNothingMoreIsHandled() {
        var fixture = ConnectionFixture.keeping();
        fixture.receive(1, 2);

        fixture.connection.finishUp();
        fixture.run();
        fixture.receive(3);

        assertItClosesOnceTheFirstIsAnswered(fixture);
        assertThat(fixture.handled).hasSize(1);
    }
}
