package io.milena.server.zookeeper;

import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** Translates between the words of the ZooKeeper client and those of {@link ZkSession}. Stateless. */
final class ZkAnswers {

    private static final byte[] NO_DATA = new byte[0];

    private ZkAnswers() {}

    static ZkStat stat(Stat stat) {
        return new ZkStat(stat.getVersion(), stat.getCzxid(), stat.getEphemeralOwner(), stat.getMtime());
    }

    static ZkNode node(byte @Nullable [] data, Stat stat) {
        return new ZkNode(data == null ? NO_DATA : data, stat(stat));
    }

    static ZkCode code(Code code) {
        return switch (code) {
            case NONODE -> ZkCode.NO_NODE;
            case NODEEXISTS -> ZkCode.NODE_EXISTS;
            case BADVERSION -> ZkCode.BAD_VERSION;
            case NOTEMPTY -> ZkCode.NOT_EMPTY;
            case UNIMPLEMENTED -> ZkCode.UNIMPLEMENTED;
            case SESSIONEXPIRED, SESSIONMOVED, CONNECTIONLOSS -> ZkCode.SESSION_ENDED;
            default -> ZkCode.OTHER;
        };
    }

    static CreateMode mode(ZkOp.Kind kind) {
        return switch (kind) {
            case PERSISTENT -> CreateMode.PERSISTENT;
            case PERSISTENT_SEQUENTIAL -> CreateMode.PERSISTENT_SEQUENTIAL;
            case EPHEMERAL -> CreateMode.EPHEMERAL;
        };
    }

    static List<Op> operations(List<ZkOp> operations) {
        List<Op> translated = new ArrayList<>(operations.size());
        for (ZkOp operation : operations) {
            translated.add(operation(operation));
        }
        return translated;
    }

    private static Op operation(ZkOp operation) {
        if (operation instanceof ZkOp.Create create) {
            return Op.create(create.path(), create.data(), ZooDefs.Ids.OPEN_ACL_UNSAFE, mode(create.kind()));
        }
        if (operation instanceof ZkOp.Set set) {
            return Op.setData(set.path(), set.data(), set.version());
        }
        if (operation instanceof ZkOp.Delete delete) {
            return Op.delete(delete.path(), delete.version());
        }
        var check = (ZkOp.Check) operation;
        return Op.check(check.path(), check.version());
    }

    /** Tells {@code answer} the stats of a multi that went through, or which operation made it fail. */
    static void multi(
            int rc,
            @Nullable List<OpResult> results,
            List<ZkOp> operations,
            OperationQueue.Answer<List<@Nullable ZkStat>> answer) {
        if (rc == Code.OK.intValue()) {
            answer.arrived(rc, results == null ? List.of() : stats(results));
            return;
        }
        int culprit = results == null ? -1 : culprit(results);
        if (culprit < 0) {
            answer.arrived(rc, null);
            return;
        }
        Code code = Code.get(((OpResult.ErrorResult) results.get(culprit)).getErr());
        answer.refused(new ZkException(code(code), operations.get(culprit).path(), culprit));
    }

    static List<Op> reads(List<String> paths) {
        List<Op> reads = new ArrayList<>(paths.size());
        for (String path : paths) {
            reads.add(Op.getData(path));
        }
        return reads;
    }

    /** Tells {@code answer} what the reads of one request found; each may have failed by itself. */
    static void nodes(
            int rc,
            @Nullable List<OpResult> results,
            List<String> paths,
            OperationQueue.Answer<List<@Nullable ZkNode>> answer) {
        if (results == null) {
            answer.arrived(rc, null);
            return;
        }
        List<@Nullable ZkNode> nodes = new ArrayList<>(results.size());
        for (OpResult result : results) {
            if (result instanceof OpResult.GetDataResult read) {
                nodes.add(node(read.getData(), read.getStat()));
            } else if (isMissing(result)) {
                nodes.add(null);
            } else {
                answer.refused(new ZkException(ZkCode.OTHER, paths.get(nodes.size()) + ": " + result));
                return;
            }
        }
        answer.arrived(Code.OK.intValue(), nodes);
    }

    private static boolean isMissing(OpResult result) {
        return result instanceof OpResult.ErrorResult error && error.getErr() == Code.NONODE.intValue();
    }

    private static List<@Nullable ZkStat> stats(List<OpResult> results) {
        List<@Nullable ZkStat> stats = new ArrayList<>(results.size());
        for (OpResult result : results) {
            stats.add(result instanceof OpResult.SetDataResult set ? stat(set.getStat()) : null);
        }
        return stats;
    }

    /** The operation that failed by itself: those before it read OK, those after it were not tried. */
    private static int culprit(List<OpResult> results) {
        for (int i = 0; i < results.size(); i++) {
            boolean failed = results.get(i) instanceof OpResult.ErrorResult error
                    && error.getErr() != Code.OK.intValue()
                    && error.getErr() != Code.RUNTIMEINCONSISTENCY.intValue();
            if (failed) {
                return i;
            }
        }
        return -1;
    }
}
