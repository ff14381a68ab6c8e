package io.milena.testing;

import io.milena.protocol.ApiMessage;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** What a scripted broker does with a request; runs on the thread of its connection. */
public interface ScriptedStep {

    void run(ScriptedExchange exchange) throws IOException;

    /** Answers with what {@code answer} makes of the exchange. */
    static ScriptedStep answer(Function<ScriptedExchange, ApiMessage> answer) {
        return exchange -> exchange.answer(answer.apply(exchange));
    }

    /** Ends the connection without an answer. */
    static ScriptedStep close() {
        return ScriptedExchange::close;
    }

    /** Says nothing, now or later; requests behind it are served. */
    static ScriptedStep ignore() {
        return exchange -> {};
    }

    /** Sends an answer whose body is {@code body}. */
    static ScriptedStep garbage(byte[] body) {
        return exchange -> exchange.answerWith(body);
    }

    /** Does {@code step} when {@code latch} opens, 30 seconds later at most; requests behind it wait, too. */
    static ScriptedStep after(CountDownLatch latch, ScriptedStep step) {
        return exchange -> {
            try {
                latch.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            step.run(exchange);
        };
    }

    /** Does {@code step} so much later; requests behind it wait, too. */
    static ScriptedStep later(long delayMs, ScriptedStep step) {
        return exchange -> {
            try {
                new CountDownLatch(1).await(delayMs, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            step.run(exchange);
        };
    }
}
