package io.milena.server.zookeeper;

import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The broker's node under {@code /brokers/ids}: made at start, again in every new session, and again when someone
 * deleted it. Its creation zxid is the broker epoch.
 *
 * <p>A node that belongs to another session is most likely the ghost of a killed broker, or else a second broker of the
 * same id. It is waited for as long as a session can last, then the start fails; a broker that serves already tells and
 * tries again.
 *
 * <p>The registration of a session that has expired counts as long as its node is there: others take the broker for
 * alive, and the client gives up a session by itself when all of ZooKeeper is away for longer than the session lasts.
 *
 * <p>Confined to the session's lane.
 */
public final class BrokerRegistration {

    private static final Logger log = LoggerFactory.getLogger(BrokerRegistration.class);

    /** A server ends sessions up to a tick late. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    private static final long NONE = -1;

    private static final Duration BETWEEN_PROGRESS_LINES = Duration.ofSeconds(3);

    private static final Duration RETRY = Duration.ofSeconds(5);

    private final ZkSession session;
    private final Scheduler lane;
    private final Time time;
    private final Duration patience;
    private final int brokerId;
    private final Supplier<BrokerZnode> text;

    private final CompletableFuture<Long> first = new CompletableFuture<>();
    private Listener listener = new Nobody();
    private @Nullable Attempt attempt;
    private long registeredEpoch = NONE;
    private boolean expired;

    /**
     * @param time measures how long another session is waited for
     * @param sessionTimeout as long as the other session can last
     * @param text what the node shall say; asked at every registration
     */
    public BrokerRegistration(
            Session session, int brokerId, Duration sessionTimeout, Supplier<BrokerZnode> text, Time time) {
        this.session = session.session();
        this.lane = session.lane();
        this.time = time;
        this.patience = sessionTimeout.plus(GRACE);
        this.brokerId = brokerId;
        this.text = text;
    }

    /**
     * Registers now and whenever the registration is gone. The future holds the first broker epoch, and fails when
     * another session keeps the node.
     */
    public CompletableFuture<Long> start(Listener listener) {
        lane.execute(() -> {
            this.listener = listener;
            begin();
            session.onState(this::sessionIs);
        });
        return first;
    }

    private void sessionIs(ZkSessionState state) {
        if (state == ZkSessionState.EXPIRED) {
            expired = true;
        }
        if (state == ZkSessionState.CONNECTED && expired) {
            expired = false;
            begin();
        }
    }

    private void lose() {
        if (registeredEpoch != NONE) {
            registeredEpoch = NONE;
            listener.lost();
        }
    }

    private void begin() {
        attempt = new Attempt(time.nanos() + patience.toNanos());
        attempt.create();
    }

    private void registered(Attempt by, long epoch) {
        if (attempt != by) {
            return;
        }
        attempt = null;
        lose();
        registeredEpoch = epoch;
        log.info("broker {} is registered with epoch {}", brokerId, epoch);
        listener.registered(epoch);
        first.complete(epoch);
        watch(epoch);
    }

    /** Apache Kafka would not notice, and be a broker without leaders until its restart. */
    private void watch(long epoch) {
        if (registeredEpoch != epoch) {
            return;
        }
        session.exists(ZkPaths.broker(brokerId), () -> watch(epoch)).whenComplete((stat, failure) -> {
            boolean present = stat != null && stat.creationZxid() == epoch;
            if (failure == null && !present && registeredEpoch == epoch) {
                log.warn("the registration of broker {} was deleted by someone else; registering again", brokerId);
                lose();
                begin();
            }
        });
    }

    private void failed(Attempt by, Throwable cause) {
        boolean superseded = attempt != by || ZkException.is(cause, ZkCode.SESSION_ENDED);
        if (superseded) {
            return;
        }
        attempt = null;
        lose();
        boolean serves = first.isDone() && !first.isCompletedExceptionally();
        log.error(
                "broker {} could not be registered{}: {}",
                brokerId,
                serves ? "; trying again" : "",
                cause.getMessage());
        first.completeExceptionally(cause);
        if (serves) {
            lane.after(RETRY, this::beginUnlessUnderWay);
        }
    }

    private void beginUnlessUnderWay() {
        if (attempt == null && registeredEpoch == NONE) {
            begin();
        }
    }

    /** A session, and the lane on which it answers. */
    public record Session(ZkSession session, Scheduler lane) {}

    /** Who hears of the broker's registrations, on the lane. */
    public interface Listener {

        /** The broker is registered under this epoch, which is higher than any before. */
        void registered(long brokerEpoch);

        /** Others take the broker for dead, until it is registered again. */
        void lost();
    }

    /** Before the start. Immutable. */
    private static final class Nobody implements Listener {

        @Override
        public void registered(long brokerEpoch) {}

        @Override
        public void lost() {}
    }

    /** One try to get the node in one session; a later try makes it void. Confined to the lane. */
    private final class Attempt {

        private final long deadlineNanos;
        private boolean told;

        Attempt(long deadlineNanos) {
            this.deadlineNanos = deadlineNanos;
        }

        void create() {
            if (attempt != this) {
                return;
            }
            byte[] data = text.get().encode();
            String path = ZkPaths.broker(brokerId);
            session.multi(List.of(
                            new ZkOp.Create(path, null, ZkOp.Kind.EPHEMERAL),
                            new ZkOp.Set(path, data, ZkOp.ANY_VERSION)))
                    .whenComplete((stats, failure) -> {
                        if (failure == null) {
                            registered(
                                    this, Objects.requireNonNull(stats.get(1)).creationZxid());
                        } else if (ZkException.is(failure, ZkCode.NODE_EXISTS)) {
                            lookWhoIsThere();
                        } else {
                            failed(this, Objects.requireNonNull(ZkException.cause(failure)));
                        }
                    });
        }

        private void lookWhoIsThere() {
            session.exists(ZkPaths.broker(brokerId), this::create).whenComplete((stat, failure) -> {
                if (failure != null) {
                    failed(this, Objects.requireNonNull(ZkException.cause(failure)));
                } else if (stat == null) {
                    create();
                } else if (stat.ephemeralOwner() == session.sessionId()) {
                    registered(this, stat.creationZxid());
                } else {
                    waitFor(stat);
                }
            });
        }

        /** The watch set by the look wakes this up; the timer only tells, and ends it. */
        private void waitFor(ZkStat other) {
            if (attempt != this || told) {
                return;
            }
            boolean ownGhost = other.creationZxid() == registeredEpoch;
            if (!ownGhost) {
                lose();
            }
            told = true;
            tellAndWait(other);
        }

        private void tellAndWait(ZkStat other) {
            if (attempt != this) {
                return;
            }
            long leftNanos = deadlineNanos - time.nanos();
            String owner = "session 0x" + Long.toHexString(other.ephemeralOwner());
            if (leftNanos <= 0) {
                failed(
                        this,
                        new ZkException(
                                ZkCode.NODE_EXISTS,
                                "broker " + brokerId + " is registered by " + owner
                                        + ", which lives on: another broker runs with the same broker.id; stop it, or"
                                        + " give it another one"));
                return;
            }
            log.info(
                    "broker {} is registered by {}; waiting up to {} s for it to end",
                    brokerId,
                    owner,
                    TimeUnit.NANOSECONDS.toSeconds(leftNanos) + 1);
            Duration pause =
                    BETWEEN_PROGRESS_LINES.toNanos() < leftNanos ? BETWEEN_PROGRESS_LINES : Duration.ofNanos(leftNanos);
            lane.after(pause, () -> tellAndWait(other));
        }
    }
}
