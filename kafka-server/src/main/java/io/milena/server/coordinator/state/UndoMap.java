package io.milena.server.coordinator.state;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A map whose changes can be taken back through an {@link UndoLog}. Its keys come in the order of their first put.
 *
 * <p>Values are immutable, or their changes are noted by whoever makes them. Confined to the shard's thread.
 *
 * @param <K> the key
 * @param <V> the value
 */
public final class UndoMap<K, V> {

    private final Map<K, V> current = new LinkedHashMap<>();
    private final UndoLog undo;

    public UndoMap(UndoLog undo) {
        this.undo = undo;
    }

    /** What {@code key} stands for. */
    @Nullable
    public V get(K key) {
        return current.get(key);
    }

    /** {@code key} stands for {@code value} from now on. */
    public void put(K key, V value) {
        V before = current.put(key, value);
        undo.note(() -> restore(key, before));
    }

    /** {@code key} stands for nothing any more. */
    public void remove(K key) {
        V before = current.remove(key);
        if (before != null) {
            undo.note(() -> restore(key, before));
        }
    }

    private void restore(K key, @Nullable V before) {
        if (before == null) {
            current.remove(key);
        } else {
            current.put(key, before);
        }
    }

    public int size() {
        return current.size();
    }

    /** All that the map holds, as it changes. */
    public Set<Map.Entry<K, V>> entries() {
        return Collections.unmodifiableMap(current).entrySet();
    }

    /** A copy of this moment. */
    public Map<K, V> copy() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(current));
    }
}
