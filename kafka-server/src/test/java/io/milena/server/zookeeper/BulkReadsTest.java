package io.milena.server.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Reads of many nodes with few requests, and from servers that do not know such requests. */
class BulkReadsTest {

    private static final String MISSING = "/7";

    private final List<Integer> bulkRequests = new ArrayList<>();
    private final List<String> singleRequests = new ArrayList<>();
    private @Nullable ZkCode refusal;
    private final BulkReads reads = new BulkReads(this::together, this::alone);

    private CompletableFuture<List<@Nullable ZkNode>> together(List<String> paths) {
        bulkRequests.add(paths.size());
        ZkCode code = refusal;
        return code == null
                ? BulkReads.each(paths, BulkReadsTest::node)
                : CompletableFuture.failedFuture(new ZkException(code, paths.get(0)));
    }

    private CompletableFuture<ZkNode> alone(String path) {
        singleRequests.add(path);
        return node(path);
    }

    private static CompletableFuture<ZkNode> node(String path) {
        return path.equals(MISSING)
                ? CompletableFuture.failedFuture(new ZkException(ZkCode.NO_NODE, path))
                : CompletableFuture.completedFuture(new ZkNode(path.getBytes(), new ZkStat(0, 0, 0, 0)));
    }

    private static List<String> paths(int count) {
        return IntStream.range(0, count).mapToObj(i -> "/" + i).toList();
    }

    private static void assertRead(List<@Nullable ZkNode> nodes, int count) {
        List<@Nullable String> texts = new ArrayList<>();
        nodes.forEach(node -> texts.add(node == null ? null : new String(node.data())));
        List<@Nullable String> expected = new ArrayList<>(paths(count));
        expected.set(expected.indexOf(MISSING), null);
        assertThat(texts).isEqualTo(expected);
    }

    @Test
    void aHundredNodesAreReadWithEachRequest() {
        List<@Nullable ZkNode> nodes = reads.read(paths(250)).join();

        assertRead(nodes, 250);
        assertThat(bulkRequests).containsExactly(100, 100, 50);
        assertThat(singleRequests).isEmpty();
    }

    @Test
    void noNodesNeedNoRequest() {
        assertThat(reads.read(List.of()).join()).isEmpty();
        assertThat(bulkRequests).isEmpty();
    }

    @Test
    void anOldServerIsAskedOnceForManyAndThenForEach() {
        refusal = ZkCode.UNIMPLEMENTED;

        List<@Nullable ZkNode> nodes = reads.read(paths(250)).join();
        reads.read(paths(10)).join();

        assertRead(nodes, 250);
        assertThat(bulkRequests).containsExactly(100);
        assertThat(singleRequests).hasSize(260);
    }

    @Test
    void anyOtherFailureFailsTheRead() {
        refusal = ZkCode.SESSION_ENDED;

        CompletableFuture<List<@Nullable ZkNode>> read = reads.read(paths(250));

        assertThat(read).isCompletedExceptionally();
        assertThat(singleRequests).isEmpty();
    }
}
