package io.milena.storage;

import io.milena.record.compression.WorkAllowance;
import io.milena.record.compression.WorkRefused;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Bounds what heavy appends to one log directory take together: memory beside their records, while these are
 * uncompressed, compressed anew or brought out of an old format, and threads, so that some are left to light ones.
 *
 * <p>An append is light until it has taken as much as {@link BriefWork} allows, and nothing is counted so long. One
 * that becomes heavy, or needs more memory, and finds no room, gives all back, stands in a line until there is room for
 * what it had and as much again, and begins anew; so nobody waits who holds something. One that needs more than all
 * goes alone. Thread-safe; nobody waits here.
 */
final class HeavyAppends {

    private final long limitBytes;
    private final int mostAtOnce;
    private final Set<Claim> line = new LinkedHashSet<>();
    private long usedBytes;
    private int atOnce;

    /**
     * @param limitBytes most memory, but for one append that needs more
     * @param mostAtOnce most heavy appends side by side
     */
    HeavyAppends(long limitBytes, int mostAtOnce) {
        this.limitBytes = limitBytes;
        this.mostAtOnce = mostAtOnce;
    }

    /** The part of an append that begins: nothing so far. */
    Claim claim() {
        return new Claim();
    }

    /**
     * Gives {@code claim} a part of {@code toBytes} in all, if there is room; returns whether there was. Who waits
     * comes before those who want more, but one that is alone has to come to an end.
     */
    private synchronized boolean tryRaise(Claim claim, long toBytes) {
        long others = usedBytes - claim.heldBytes;
        boolean hasPlace = claim.isHeavy || line.isEmpty() && atOnce < mostAtOnce;
        boolean hasRoom = others == 0 || line.isEmpty() && others + toBytes <= limitBytes;
        if (hasPlace && hasRoom) {
            give(claim, toBytes);
        }
        return hasPlace && hasRoom;
    }

    private void give(Claim claim, long bytes) {
        atOnce += claim.isHeavy ? 0 : 1;
        usedBytes += bytes - claim.heldBytes;
        claim.isHeavy = true;
        claim.heldBytes = bytes;
    }

    private void enter(Claim claim) {
        List<Claim> granted;
        synchronized (this) {
            takeBack(claim);
            line.add(claim);
            granted = grantInOrder();
        }
        granted.forEach(each -> each.onRoom.run());
    }

    private void leave(Claim claim) {
        List<Claim> granted;
        synchronized (this) {
            takeBack(claim);
            granted = grantInOrder();
        }
        granted.forEach(each -> each.onRoom.run());
    }

    private void takeBack(Claim claim) {
        atOnce -= claim.isHeavy ? 1 : 0;
        usedBytes -= claim.heldBytes;
        claim.isHeavy = false;
        claim.heldBytes = 0;
        claim.takenBytes = 0;
        claim.uncompressedBytes = 0;
    }

    private List<Claim> grantInOrder() {
        List<Claim> granted = new ArrayList<>(1);
        var waiting = line.iterator();
        boolean hasRoom = true;
        while (hasRoom && waiting.hasNext()) {
            Claim next = waiting.next();
            hasRoom = atOnce < mostAtOnce && (usedBytes == 0 || usedBytes + next.wantedBytes <= limitBytes);
            if (hasRoom) {
                waiting.remove();
                give(next, next.wantedBytes);
                granted.add(next);
            }
        }
        return granted;
    }

    /** Memory that the parts of all appends have together. */
    synchronized long usedBytes() {
        return usedBytes;
    }

    /** How many heavy appends are under way. */
    synchronized int atOnce() {
        return atOnce;
    }

    /** How many wait. */
    synchronized int waiting() {
        return line.size();
    }

    /** The part of one append. As an allowance it is confined to whoever does the append. */
    final class Claim implements WorkAllowance {

        private Runnable onRoom = () -> {};
        private boolean isHeavy;
        private long heldBytes;
        private long takenBytes;
        private long uncompressedBytes;
        private long wantedBytes;

        private Claim() {}

        @Override
        public void takeMemory(long bytes) {
            long taken = takenBytes + bytes;
            boolean isCounted = isHeavy || taken > BriefWork.MOST_MEMORY_BYTES;
            if (isCounted && taken > heldBytes) {
                require(taken);
            }
            takenBytes = taken;
        }

        @Override
        public void giveMemoryBack(long bytes) {
            takenBytes -= bytes;
        }

        @Override
        public void uncompressed(long bytes) {
            uncompressedBytes += bytes;
            if (!isHeavy && uncompressedBytes > BriefWork.MOST_UNCOMPRESSED_BYTES) {
                require(takenBytes);
            }
        }

        private void require(long bytes) {
            if (!tryRaise(this, bytes)) {
                wantedBytes = Math.max(bytes, Math.min(2 * bytes, limitBytes));
                throw new WorkRefused("a heavy append has to wait for others");
            }
        }

        /**
         * After a refusal: gives all back, and stands in the line.
         *
         * @param onGranted run once, on any thread, when there is room; the work may begin anew then
         */
        void await(Runnable onGranted) {
            onRoom = onGranted;
            enter(this);
        }

        /** The append is over. */
        void end() {
            leave(this);
        }
    }
}
