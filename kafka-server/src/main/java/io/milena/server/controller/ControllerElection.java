package io.milena.server.controller;

import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import io.milena.server.zookeeper.ControllerEpochZnode;
import io.milena.server.zookeeper.ControllerZnode;
import io.milena.server.zookeeper.MalformedZnode;
import io.milena.server.zookeeper.ZkCode;
import io.milena.server.zookeeper.ZkException;
import io.milena.server.zookeeper.ZkNode;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkPaths;
import io.milena.server.zookeeper.ZkSession;
import io.milena.server.zookeeper.ZkSessionState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs for controller whenever there is none: the ephemeral node {@code /controller} and the next number in {@code
 * /controller_epoch} are written together, so that every term has a number of its own.
 *
 * <p>A controller whose number is changed by someone else can write nothing any more. It resigns and stands again with
 * a number above both, where Apache Kafka would stay controller and fail at every write.
 *
 * <p>Confined to the session's lane.
 */
final class ControllerElection {

    private static final Logger log = LoggerFactory.getLogger(ControllerElection.class);

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final ZkSession session;
    private final Scheduler lane;
    private final Time time;
    private final int brokerId;
    private final Listener listener;
    private boolean running;
    private boolean controlling;
    private int lastEpoch;
    private int versionHeld;

    ControllerElection(ZkSession session, Scheduler lane, Time time, int brokerId, Listener listener) {
        this.session = session;
        this.lane = lane;
        this.time = time;
        this.brokerId = brokerId;
        this.listener = listener;
    }

    /** Runs now and whenever there is no controller, in every session. */
    void start() {
        session.onState(this::sessionIs);
    }

    private void sessionIs(ZkSessionState state) {
        if (state == ZkSessionState.EXPIRED) {
            running = false;
            lose("the session has expired");
        }
        if (state == ZkSessionState.CONNECTED && !running) {
            running = true;
            look();
        }
    }

    private void lose(String why) {
        if (controlling) {
            controlling = false;
            log.info("broker {} is no longer controller: {}", brokerId, why);
            listener.resigned();
        }
    }

    /** Looks who is controller, and again when that changes. */
    private void look() {
        session.get(ZkPaths.CONTROLLER, this::look).whenComplete((node, failure) -> {
            if (failure == null) {
                taken(node);
            } else if (ZkException.is(failure, ZkCode.NO_NODE)) {
                lose("its node was deleted");
                campaign();
            } else {
                again(failure);
            }
        });
    }

    private void taken(ZkNode node) {
        boolean ours = node.stat().ephemeralOwner() == session.sessionId();
        if (!ours) {
            lose("another broker is");
            log.info("{} is controller", nameOf(node));
        } else if (!controlling) {
            adoptWonCampaign();
        }
    }

    private static String nameOf(ZkNode node) {
        try {
            return "broker " + ControllerZnode.decode(node.data()).brokerId();
        } catch (MalformedZnode e) {
            return "session 0x" + Long.toHexString(node.stat().ephemeralOwner());
        }
    }

    /** The campaign was won, but its answer was lost with the connection. */
    private void adoptWonCampaign() {
        session.get(ZkPaths.CONTROLLER_EPOCH, null).whenComplete((node, failure) -> {
            if (failure != null) {
                again(failure);
            } else if (!controlling) {
                won(epochIn(node), node.stat().version());
            }
        });
    }

    private void campaign() {
        session.get(ZkPaths.CONTROLLER_EPOCH, null).whenComplete((node, failure) -> {
            if (failure == null) {
                stand(Math.max(lastEpoch, epochIn(node)) + 1, node.stat().version());
            } else if (ZkException.is(failure, ZkCode.NO_NODE)) {
                makeEpoch();
            } else {
                again(failure);
            }
        });
    }

    /** Brokers refuse orders of lower epochs: one that makes no sense counts as the last that this broker saw. */
    private int epochIn(ZkNode node) {
        try {
            return ControllerEpochZnode.decode(node.data());
        } catch (MalformedZnode e) {
            log.error("{} makes no sense, and counts as {}: {}", ZkPaths.CONTROLLER_EPOCH, lastEpoch, e.getMessage());
            return lastEpoch;
        }
    }

    private void makeEpoch() {
        byte[] zero = ControllerEpochZnode.encode(ControllerEpochZnode.BEFORE_THE_FIRST);
        session.create(ZkPaths.CONTROLLER_EPOCH, zero, ZkOp.Kind.PERSISTENT).whenComplete((path, failure) -> {
            if (failure == null || ZkException.is(failure, ZkCode.NODE_EXISTS)) {
                campaign();
            } else {
                again(failure);
            }
        });
    }

    private void stand(int epoch, int version) {
        byte[] us = new ControllerZnode(brokerId, time.wallMs()).encode();
        session.multi(List.of(
                        new ZkOp.Create(ZkPaths.CONTROLLER, us, ZkOp.Kind.EPHEMERAL),
                        new ZkOp.Set(ZkPaths.CONTROLLER_EPOCH, ControllerEpochZnode.encode(epoch), version)))
                .whenComplete((stats, failure) -> {
                    if (failure == null) {
                        won(epoch, Objects.requireNonNull(stats.get(1)).version());
                        look();
                    } else {
                        beaten(failure);
                    }
                });
    }

    private void won(int epoch, int version) {
        controlling = true;
        lastEpoch = epoch;
        versionHeld = version;
        log.info("broker {} is controller in epoch {}", brokerId, epoch);
        listener.elected(epoch, version);
        guard(version);
    }

    /** Resigns when {@code /controller_epoch} is no longer as this term wrote it. */
    private void guard(int version) {
        boolean over = !controlling || versionHeld != version;
        if (over) {
            return;
        }
        session.exists(ZkPaths.CONTROLLER_EPOCH, () -> guard(version)).whenComplete((stat, failure) -> {
            boolean same = stat != null && stat.version() == version;
            if (failure == null && !same && controlling && versionHeld == version) {
                resign();
            }
        });
    }

    /** The watch of {@code /controller} begins the next election once the node is gone. */
    private void resign() {
        log.warn(
                "{} was changed by someone else; broker {} gives up epoch {} and stands again",
                ZkPaths.CONTROLLER_EPOCH,
                brokerId,
                lastEpoch);
        lose("its epoch was changed");
        session.get(ZkPaths.CONTROLLER, null)
                .thenCompose(node -> node.stat().ephemeralOwner() == session.sessionId() && !controlling
                        ? session.delete(ZkPaths.CONTROLLER, node.stat().version())
                        : CompletableFuture.completedFuture(null))
                .whenComplete((done, failure) -> {
                    boolean left = failure == null || ZkException.is(failure, ZkCode.NO_NODE);
                    if (!left) {
                        again(failure);
                    }
                });
    }

    private void beaten(Throwable failure) {
        boolean byAnother = ZkException.is(failure, ZkCode.NODE_EXISTS) || ZkException.is(failure, ZkCode.BAD_VERSION);
        if (byAnother) {
            look();
        } else {
            again(failure);
        }
    }

    /** A session that ended starts this anew by itself. */
    private void again(Throwable failure) {
        if (!ZkException.is(failure, ZkCode.SESSION_ENDED)) {
            log.error(
                    "broker {} could not take part in the election of a controller; trying again in {} s",
                    brokerId,
                    RETRY.toSeconds(),
                    ZkException.cause(failure));
            lane.after(RETRY, this::look);
        }
    }

    /** Who hears of the outcome, on the lane. */
    interface Listener {

        /** This broker is controller now; {@code epochNodeVersion} of {@code /controller_epoch} fences its writes. */
        void elected(int epoch, int epochNodeVersion);

        /** This broker is controller no more. */
        void resigned();
    }
}
