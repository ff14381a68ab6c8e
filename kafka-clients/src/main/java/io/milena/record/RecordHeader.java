package io.milena.record;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One header of a record. Keys may repeat and keep their order; a null value is not an empty one. */
public record RecordHeader(String key, byte @Nullable [] value) {

    public RecordHeader {
        Objects.requireNonNull(key, "header key");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecordHeader that && key.equals(that.key) && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return 31 * key.hashCode() + Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return key + "=" + Arrays.toString(value);
    }
}
