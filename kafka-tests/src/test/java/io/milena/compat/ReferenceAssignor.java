package io.milena.compat;

import io.milena.clients.consumer.ConsumerPartitionAssignor;
import io.milena.common.Node;
import io.milena.common.PartitionInfo;
import io.milena.common.TopicPartition;
import io.milena.testkit.ReferenceJars;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** An assignor of the reference, loaded apart from ours and spoken to by its names. Confined to one thread. */
final class ReferenceAssignor implements AutoCloseable {

    private static final String CONSUMER = "org.apache.kafka.clients.consumer.";
    private static final String COMMON = "org.apache.kafka.common.";

    private final URLClassLoader loader = ReferenceJars.CLIENTS_3_9.newClassLoader();
    private final Object assignor;

    ReferenceAssignor(String simpleName) throws ReflectiveOperationException {
        assignor = type(CONSUMER + simpleName).getConstructor().newInstance();
    }

    private Class<?> type(String name) throws ClassNotFoundException {
        return loader.loadClass(name);
    }

    /** What the reference's leader would give to each member. */
    Map<String, List<TopicPartition>> assign(
            List<PartitionInfo> partitions, Map<String, ConsumerPartitionAssignor.Subscription> members)
            throws ReflectiveOperationException {
        Map<String, Object> theirs = new LinkedHashMap<>();
        for (Map.Entry<String, ConsumerPartitionAssignor.Subscription> member : members.entrySet()) {
            theirs.put(member.getKey(), subscription(member.getValue()));
        }
        Object group = type(CONSUMER + "ConsumerPartitionAssignor$GroupSubscription")
                .getConstructor(Map.class)
                .newInstance(theirs);
        Method assign = type(CONSUMER + "ConsumerPartitionAssignor")
                .getMethod("assign", type(COMMON + "Cluster"), group.getClass());
        Object given = call(assign.invoke(assignor, cluster(partitions), group), "groupAssignment");
        Map<String, List<TopicPartition>> result = new TreeMap<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) given).entrySet()) {
            result.put((String) entry.getKey(), ours((List<?>) call(entry.getValue(), "partitions")));
        }
        return result;
    }

    /** What the reference's client of this name writes into its user data after it was given {@code owned}. */
    ByteBuffer userData(List<TopicPartition> owned, int generation) throws ReflectiveOperationException {
        Object assignment = type(CONSUMER + "ConsumerPartitionAssignor$Assignment")
                .getConstructor(List.class)
                .newInstance(theirs(owned));
        Object metadata = type(CONSUMER + "ConsumerGroupMetadata")
                .getConstructor(String.class, int.class, String.class, Optional.class)
                .newInstance("group", generation, "member", Optional.empty());
        Class<?> face = type(CONSUMER + "ConsumerPartitionAssignor");
        face.getMethod("onAssignment", assignment.getClass(), metadata.getClass())
                .invoke(assignor, assignment, metadata);
        return (ByteBuffer) face.getMethod("subscriptionUserData", Set.class).invoke(assignor, Set.of("a"));
    }

    private Object subscription(ConsumerPartitionAssignor.Subscription ours) throws ReflectiveOperationException {
        Object theirs = type(CONSUMER + "ConsumerPartitionAssignor$Subscription")
                .getConstructor(List.class, ByteBuffer.class, List.class, int.class, Optional.class)
                .newInstance(
                        ours.topics(),
                        ours.userData() == null ? null : ours.userData().duplicate(),
                        theirs(ours.ownedPartitions()),
                        ours.generationId().orElse(-1),
                        ours.rackId());
        theirs.getClass().getMethod("setGroupInstanceId", Optional.class).invoke(theirs, ours.groupInstanceId());
        return theirs;
    }

    private List<Object> theirs(List<TopicPartition> ours) throws ReflectiveOperationException {
        List<Object> theirs = new ArrayList<>();
        for (TopicPartition partition : ours) {
            theirs.add(type(COMMON + "TopicPartition")
                    .getConstructor(String.class, int.class)
                    .newInstance(partition.topic(), partition.partition()));
        }
        return theirs;
    }

    private static List<TopicPartition> ours(List<?> theirs) throws ReflectiveOperationException {
        List<TopicPartition> ours = new ArrayList<>();
        for (Object partition : theirs) {
            ours.add(new TopicPartition((String) call(partition, "topic"), (int) call(partition, "partition")));
        }
        return ours;
    }

    private Object cluster(List<PartitionInfo> partitions) throws ReflectiveOperationException {
        List<Object> infos = new ArrayList<>();
        Set<Object> nodes = new HashSet<>();
        for (PartitionInfo info : partitions) {
            Object replicas = Array.newInstance(type(COMMON + "Node"), info.replicas().length);
            for (int i = 0; i < info.replicas().length; i++) {
                Object node = node(info.replicas()[i]);
                nodes.add(node);
                Array.set(replicas, i, node);
            }
            infos.add(type(COMMON + "PartitionInfo")
                    .getConstructor(
                            String.class, int.class, type(COMMON + "Node"), replicas.getClass(), replicas.getClass())
                    .newInstance(info.topic(), info.partition(), null, replicas, replicas));
        }
        return type(COMMON + "Cluster")
                .getConstructor(String.class, Collection.class, Collection.class, Set.class, Set.class)
                .newInstance("cluster", nodes, infos, Set.of(), Set.of());
    }

    private Object node(Node ours) throws ReflectiveOperationException {
        return type(COMMON + "Node")
                .getConstructor(int.class, String.class, int.class, String.class)
                .newInstance(ours.id(), ours.host(), ours.port(), ours.rack());
    }

    private static Object call(Object target, String method) throws ReflectiveOperationException {
        return target.getClass().getMethod(method).invoke(target);
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
