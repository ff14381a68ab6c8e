package io.milena.tools;

import io.milena.clients.consumer.Consumer;
import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.ConsumerRecords;
import io.milena.common.errors.WakeupException;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and prints until it is enough. Confined to the tool's thread, but for {@link #stop}. */
final class PrintLoop {

    private static final Logger LOG = LoggerFactory.getLogger(PrintLoop.class);
    private static final Duration LONGEST_POLL = Duration.ofMillis(500);

    private final Shell shell;
    private final Consumer<byte[], byte[]> consumer;
    private final MessageFormatter formatter;
    private final boolean skipOnError;
    private final long most;
    private final long timeoutNanos;
    private volatile boolean isStopped;
    private long printed;

    PrintLoop(ConsoleConsumerTool tool, Shell shell, Consumer<byte[], byte[]> consumer, MessageFormatter formatter) {
        this.shell = shell;
        this.consumer = consumer;
        this.formatter = formatter;
        this.skipOnError = tool.skipOnError;
        this.most = tool.maxMessages == null || tool.maxMessages < 0 ? Long.MAX_VALUE : tool.maxMessages;
        this.timeoutNanos = tool.timeoutMs == null || tool.timeoutMs < 0
                ? Long.MAX_VALUE
                : TimeUnit.MILLISECONDS.toNanos(tool.timeoutMs);
    }

    /** By any thread: it is enough. */
    void stop() {
        isStopped = true;
        consumer.wakeup();
    }

    void run() {
        try {
            printAll();
        } catch (WakeupException e) {
            LOG.debug("told to stop", e);
        } finally {
            shell.out().flush();
            shell.err().println("Processed a total of " + printed + " messages");
        }
    }

    private void printAll() {
        long lastNanos = shell.time().nanos();
        while (!isStopped && printed < most) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(pollTime(lastNanos));
            if (!records.isEmpty()) {
                print(records);
                lastNanos = shell.time().nanos();
            } else if (shell.time().nanos() - lastNanos >= timeoutNanos) {
                return;
            }
        }
    }

    private Duration pollTime(long lastNanos) {
        long leftNanos = timeoutNanos - (shell.time().nanos() - lastNanos);
        return leftNanos < LONGEST_POLL.toNanos() ? Duration.ofNanos(Math.max(0, leftNanos)) : LONGEST_POLL;
    }

    private void print(ConsumerRecords<byte[], byte[]> records) {
        Iterator<ConsumerRecord<byte[], byte[]>> all = records.iterator();
        while (all.hasNext() && printed < most) {
            print(all.next());
            printed++;
        }
        shell.out().flush();
        if (shell.out().checkError()) {
            throw new ToolFailure("cannot write to standard output any more");
        }
    }

    private void print(ConsumerRecord<byte[], byte[]> one) {
        try {
            formatter.writeTo(one, shell.out());
        } catch (RuntimeException e) {
            if (!skipOnError) {
                throw new ToolFailure(
                        "cannot print the record at offset " + one.offset() + " of " + one.topic() + "-"
                                + one.partition() + ": " + e + " (--skip-message-on-error leaves it out)",
                        e);
            }
            LOG.warn("left out the record at offset {} of {}-{}", one.offset(), one.topic(), one.partition(), e);
        }
    }
}
