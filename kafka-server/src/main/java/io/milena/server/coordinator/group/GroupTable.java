package io.milena.server.coordinator.group;

import io.milena.server.coordinator.group.GroupRecord.GroupForgotten;
import io.milena.server.coordinator.group.GroupRecord.GroupStored;
import io.milena.server.coordinator.group.GroupRecord.OffsetCommitted;
import io.milena.server.coordinator.group.GroupRecord.OffsetForgotten;
import io.milena.server.coordinator.group.OffsetTable.Kept;
import io.milena.server.coordinator.group.PendingOffsets.Place;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.UndoLog;
import io.milena.server.coordinator.state.UndoMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All groups of a shard: what is written of them, and the groups that live, one for each of which something is written
 * or someone has asked to be in.
 *
 * <p>What is written changes only here, by records. Confined to the shard's thread.
 */
final class GroupTable {

    private final Map<String, ClassicGroup> live = new LinkedHashMap<>();
    private final UndoMap<String, StoredGroup> stored;
    private final OffsetTable offsets;
    private final PendingOffsets pending;
    private final GroupFigures figures;
    private final UndoLog undo;

    GroupTable(UndoLog undo, GroupFigures figures) {
        this.stored = new UndoMap<>(undo);
        this.offsets = new OffsetTable(undo, figures);
        this.pending = new PendingOffsets(undo);
        this.figures = figures;
        this.undo = undo;
    }

    OffsetTable offsets() {
        return offsets;
    }

    PendingOffsets pending() {
        return pending;
    }

    /** What is written of a group; null if it never came to a generation. */
    @Nullable
    StoredGroup stored(String groupId) {
        return stored.get(groupId);
    }

    boolean hasOffsets(String groupId) {
        return offsets.has(groupId) || pending.has(groupId);
    }

    /** A group that there is. */
    @Nullable
    ClassicGroup find(String groupId) {
        return live.get(groupId);
    }

    ClassicGroup findOrMake(String groupId, long nowMs) {
        ClassicGroup found = live.get(groupId);
        return found == null ? made(groupId, nowMs) : found;
    }

    private ClassicGroup made(String groupId, long nowMs) {
        var group = new ClassicGroup(groupId, figures, nowMs);
        live.put(groupId, group);
        return group;
    }

    /** The groups of this moment. */
    List<ClassicGroup> all() {
        return new ArrayList<>(live.values());
    }

    /** The group, which has no members, is no more, unless what is written next is refused. */
    void died(ClassicGroup group, long nowMs) {
        long sinceMs = group.sinceMs();
        group.moveTo(GroupState.DEAD, nowMs);
        live.remove(group.id(), group);
        undo.note(() -> {
            if (live.putIfAbsent(group.id(), group) == null) {
                group.moveTo(GroupState.EMPTY, sinceMs);
            }
        });
    }

    void apply(long offset, GroupRecord record) {
        if (record instanceof OffsetCommitted committed) {
            offsets.put(record.groupId(), committed.partition(), new Kept(offset, committed.committed()));
        } else if (record instanceof OffsetForgotten forgotten) {
            offsets.remove(record.groupId(), forgotten.partition());
            pending.remove(new Place(record.groupId(), forgotten.partition()));
        } else if (record instanceof GroupStored group) {
            stored.put(record.groupId(), group.group());
        } else if (record instanceof GroupForgotten) {
            stored.remove(record.groupId());
        }
    }

    /** Only offsets are committed in transactions; whatever else claims to be is nothing that anyone writes. */
    void applyPending(long offset, GroupRecord record, long producerId) {
        if (record instanceof OffsetCommitted committed) {
            var place = new Place(record.groupId(), committed.partition());
            pending.put(producerId, place, new Kept(offset, committed.committed()));
        }
    }

    /** What was said later, by its place in the log, wins over what was committed later. */
    void transactionEnded(long producerId, TransactionResult result) {
        Map<Place, Kept> said = pending.ended(producerId);
        if (result == TransactionResult.ABORT) {
            return;
        }
        said.forEach((place, kept) -> {
            Kept before = offsets.get(place.groupId(), place.partition());
            if (before == null || before.logOffset() < kept.logOffset()) {
                offsets.putForGood(place.groupId(), place.partition(), kept);
            }
        });
    }

    /** All is applied: whatever is written lives. */
    void loaded(long nowMs) {
        Set<String> ids = new LinkedHashSet<>();
        stored.entries().forEach(entry -> ids.add(entry.getKey()));
        ids.addAll(offsets.groups());
        ids.addAll(pending.groups());
        ids.forEach(id -> load(id, nowMs));
    }

    private void load(String groupId, long nowMs) {
        StoredGroup written = stored.get(groupId);
        if (written == null) {
            made(groupId, nowMs);
        } else {
            live.put(groupId, new ClassicGroup(groupId, figures, written));
        }
    }

    /** The shard is given up. */
    void abandoned() {
        live.values().forEach(group -> figures.groupWent(group.state()));
        live.clear();
        offsets.abandoned();
    }
}
