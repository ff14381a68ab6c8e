package io.milena.server.partition;

import com.codahale.metrics.Meter;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A meter that exists from its first mark on, so that thousands of topics do not show meters of what never happens. */
final class RareMeter {

    private final Supplier<Meter> maker;
    private volatile @Nullable Meter meter;

    /** @param maker gives the same meter however often it is asked */
    RareMeter(Supplier<Meter> maker) {
        this.maker = maker;
    }

    void mark(long count) {
        if (count == 0) {
            return;
        }
        Meter made = meter;
        if (made == null) {
            made = maker.get();
            meter = made;
        }
        made.mark(count);
    }

    /** Shows the meter before it has counted anything. */
    RareMeter shown() {
        meter = maker.get();
        return this;
    }
}
