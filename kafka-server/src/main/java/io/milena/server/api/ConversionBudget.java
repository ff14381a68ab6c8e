package io.milena.server.api;

import com.codahale.metrics.MetricRegistry;
import io.milena.metrics.MetricScope;
import io.milena.metrics.ObjectNames;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Counts the bytes of all answers of this broker that are being converted for old clients, or are converted and not
 * taken by their clients so far. Who finds too many waits in a line.
 *
 * <p>One claim is granted whatever it takes when nothing else is out, so that no answer is too large for ever. What
 * conversion makes more of an answer than was claimed for it goes past the limit, by one answer of each worker at most.
 * Thread-safe.
 */
final class ConversionBudget {

    private final long limitBytes;
    private final Set<Claim> line = new LinkedHashSet<>();
    private long usedBytes;

    /** @param limitBytes most bytes, but for one answer that is larger */
    ConversionBudget(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Shows how much is taken and how many wait. */
    void show(MetricRegistry registry) {
        var scope = new MetricScope(registry);
        scope.gauge(ObjectNames.of("kafka.server", "ConversionBudget", "UsedBytes"), this::usedBytes);
        scope.gauge(ObjectNames.of("kafka.server", "ConversionBudget", "LimitBytes"), () -> limitBytes);
        scope.gauge(ObjectNames.of("kafka.server", "ConversionBudget", "WaitingFetches"), this::waiting);
    }

    /**
     * Claims {@code bytes}, behind those who wait already.
     *
     * @param onGranted run once, on any thread, if the claim has to wait and is granted later
     */
    Claim claim(long bytes, Runnable onGranted) {
        var claim = new Claim(bytes, onGranted);
        synchronized (this) {
            if (bytes == 0 || line.isEmpty() && hasRoomFor(bytes)) {
                grant(claim);
            } else {
                line.add(claim);
            }
        }
        return claim;
    }

    /** Counts {@code bytes} that are there already, until {@link #giveBack}. */
    synchronized void add(long bytes) {
        usedBytes += bytes;
    }

    void giveBack(long bytes) {
        List<Claim> granted;
        synchronized (this) {
            usedBytes -= bytes;
            granted = grantInOrder();
        }
        granted.forEach(claim -> claim.onGranted.run());
    }

    private void ended(Claim claim) {
        List<Claim> granted;
        synchronized (this) {
            if (claim.stage == Stage.GRANTED) {
                usedBytes -= claim.bytes;
            } else {
                line.remove(claim);
            }
            claim.stage = Stage.ENDED;
            granted = grantInOrder();
        }
        granted.forEach(each -> each.onGranted.run());
    }

    private List<Claim> grantInOrder() {
        List<Claim> granted = new ArrayList<>(1);
        var waiting = line.iterator();
        while (waiting.hasNext()) {
            Claim next = waiting.next();
            if (!hasRoomFor(next.bytes)) {
                break;
            }
            waiting.remove();
            grant(next);
            granted.add(next);
        }
        return granted;
    }

    private boolean hasRoomFor(long bytes) {
        return usedBytes == 0 || usedBytes + bytes <= limitBytes;
    }

    private void grant(Claim claim) {
        claim.stage = Stage.GRANTED;
        usedBytes += claim.bytes;
    }

    synchronized long usedBytes() {
        return usedBytes;
    }

    /** How many wait. */
    synchronized int waiting() {
        return line.size();
    }

    /** Where a claim is; it never goes back. */
    private enum Stage {
        WAITING,
        GRANTED,
        ENDED
    }

    /** Bytes for one answer, from the request for them until they are given back. Thread-safe. */
    final class Claim {

        private final long bytes;
        private final Runnable onGranted;
        private Stage stage = Stage.WAITING;

        private Claim(long bytes, Runnable onGranted) {
            this.bytes = bytes;
            this.onGranted = onGranted;
        }

        boolean isGranted() {
            synchronized (ConversionBudget.this) {
                return stage == Stage.GRANTED;
            }
        }

        /** Leaves the line, or gives the bytes back. The first call counts. */
        void end() {
            ended(this);
        }
    }
}
