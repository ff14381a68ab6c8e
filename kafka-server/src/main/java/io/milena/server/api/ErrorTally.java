package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.server.network.RequestMetrics;
import java.util.function.IntConsumer;

/**
 * Counts the error codes of one response, that of no error included, as the reference does. Equal codes that follow one
 * another, as in most responses all do, are counted at once. Confined to the thread that answers.
 */
final class ErrorTally implements IntConsumer {

    private final RequestMetrics metrics;
    private final ApiKey key;
    private int code;
    private int count;

    private ErrorTally(RequestMetrics metrics, ApiKey key) {
        this.metrics = metrics;
        this.key = key;
    }

    static void count(RequestMetrics metrics, ApiKey key, ApiMessage response) {
        var tally = new ErrorTally(metrics, key);
        if (response instanceof MetadataResponse metadata) {
            // Versions from 13 on, which are not served, tell an error of the whole response too.
            metadata.topics().forEach(topic -> topic.errors(tally));
        } else {
            response.errors(tally);
        }
        tally.end();
    }

    @Override
    public void accept(int next) {
        if (next != code) {
            end();
            code = next;
        }
        count++;
    }

    private void end() {
        if (count > 0) {
            metrics.errors(key, ErrorCode.of((short) code), count);
            count = 0;
        }
    }
}
