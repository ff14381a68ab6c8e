package io.milena.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random histories of one connection against a model: answers leave in the order of the requests, a request is handled
 * only when all before it are answered or have proceeded, and in the end nothing is held.
 */
class ConnectionProperties {

    private static final int STEPS = 200;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void answersKeepTheOrderOfTheRequests(long seed) {
        var history = new History(seed);

        for (int i = 0; i < STEPS; i++) {
            history.step();
        }
        history.finish();

        assertThat(history.answers).as("seed %d", seed).isEqualTo(history.expected());
        assertThat(history.fixture.held.usedBytes()).as("seed %d", seed).isZero();
        assertThat(history.fixture.incomplete.bytes()).as("seed %d", seed).isZero();
        history.fixture.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aConnectionCutAnywhereHoldsNothing(long seed) {
        var history = new History(seed);
        int steps = history.random.nextInt(STEPS);

        for (int i = 0; i < steps; i++) {
            history.step();
        }
        history.fixture.close();
        history.unanswered.forEach(waiting -> waiting.answer(history.random));

        assertThat(history.fixture.held.usedBytes()).as("seed %d", seed).isZero();
        assertThat(history.fixture.incomplete.bytes()).as("seed %d", seed).isZero();
        history.stream.release();
        history.fixture.close();
    }

    /** What the model knows of a request that is handled and not answered. */
    private record Waiting(Exchange exchange, int number, boolean silent) {

        void answer(Random random) {
            if (silent) {
                exchange.noReply();
            } else {
                ConnectionFixture.answer(exchange, number);
            }
            if (random.nextInt(5) == 0) {
                ConnectionFixture.answer(exchange, -1);
            }
        }
    }

    /** One random history. */
    private static final class History {

        private final Random random;
        private final int maxInFlight;
        private final ConnectionFixture fixture;
        private final ByteBuf stream = PooledByteBufAllocator.DEFAULT.directBuffer();
        private final List<Waiting> unanswered = new ArrayList<>();
        private final List<Integer> loud = new ArrayList<>();
        private final List<Integer> answers = new ArrayList<>();
        private int sent;
        private int begun;
        private boolean holding;

        History(long seed) {
            random = new Random(seed);
            maxInFlight = 1 + random.nextInt(6);
            fixture = new ConnectionFixture(maxInFlight, this::handle);
        }

        private void handle(Exchange exchange) {
            int number = ConnectionFixture.numberOf(exchange);
            boolean silent = random.nextInt(6) == 0;
            assertThat(number).isEqualTo(begun++);
            // As whoever parses a request does: what is counted back must not depend on it.
            exchange.frame().skipBytes(random.nextInt(exchange.frame().readableBytes() + 1));
            assertThat(holding).isFalse();
            var waiting = new Waiting(exchange, number, silent);
            if (!silent) {
                loud.add(number);
            }
            int choice = random.nextInt(3);
            if (choice == 0) {
                waiting.answer(random);
                return;
            }
            unanswered.add(waiting);
            holding = choice == 1;
            if (choice == 2) {
                exchange.proceed();
            }
        }

        void step() {
            if (random.nextInt(3) > 0) {
                send();
            } else {
                answerOne();
            }
            answers.addAll(fixture.answers());
        }

        private void send() {
            int more = random.nextInt(3);
            for (int i = 0; i < more; i++) {
                ByteBuf frame = ConnectionFixture.frame(sent++, Integer.BYTES + random.nextInt(60));
                stream.writeBytes(frame);
                frame.release();
            }
            int bytes = random.nextInt(stream.readableBytes() + 1);
            if (fixture.channel.config().isAutoRead()) {
                fixture.channel.writeInbound(
                        PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(stream, bytes));
            }
        }

        private void answerOne() {
            if (unanswered.isEmpty()) {
                return;
            }
            int index = random.nextInt(unanswered.size());
            boolean last = index == unanswered.size() - 1;
            Waiting waiting = unanswered.remove(index);
            holding = holding && !last;
            waiting.answer(random);
        }

        void finish() {
            while (stream.isReadable() || !unanswered.isEmpty()) {
                if (fixture.channel.config().isAutoRead()) {
                    fixture.channel.writeInbound(
                            PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(stream));
                }
                answerOne();
                answers.addAll(fixture.answers());
            }
            stream.release();
        }

        List<Integer> expected() {
            assertThat(begun).isEqualTo(sent);
            return loud;
        }
    }
}
