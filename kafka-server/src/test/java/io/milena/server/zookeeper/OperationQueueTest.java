package io.milena.server.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.server.partition.ManualLoop;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException.Code;
import org.junit.jupiter.api.Test;

/** When operations go to the client, which go there again, and which fail. Clients are names here. */
class OperationQueueTest {

    private final ManualLoop lane = new ManualLoop();
    private final List<Long> latencies = new ArrayList<>();
    private final OperationQueue<String> queue = new OperationQueue<>(lane, lane, latencies::add);
    private final List<String> sent = new ArrayList<>();
    private final Map<String, OperationQueue.Answer<String>> answers = new LinkedHashMap<>();

    private CompletableFuture<String> submit(String path) {
        return queue.submit(path, (client, answer) -> {
            sent.add(path + " to " + client);
            answers.put(path, answer);
        });
    }

    private void answer(String path, Code code) {
        answers.get(path).arrived(code.intValue(), "value of " + path);
        lane.runTasks();
    }

    private void assertFailed(CompletableFuture<String> future, ZkCode code) {
        lane.runTasks();
        assertThatThrownBy(future::join)
                .cause()
                .isInstanceOfSatisfying(
                        ZkException.class, failure -> assertThat(failure.code()).isEqualTo(code));
    }

    @Test
    void operationsWaitForAConnectionAndAreGivenInOrder() {
        CompletableFuture<String> first = submit("a");
        submit("b");
        int before = sent.size();

        queue.connected("one");
        answer("a", Code.OK);

        assertThat(before).isZero();
        assertThat(sent).containsExactly("a to one", "b to one");
        assertThat(first).isCompletedWithValue("value of a");
    }

    @Test
    void whatIsLostWithItsConnectionIsGivenAgainBeforeWhatCameLater() {
        queue.connected("one");
        submit("a");
        submit("b");
        answer("a", Code.CONNECTIONLOSS);
        answer("b", Code.CONNECTIONLOSS);
        submit("c");
        sent.clear();

        queue.disconnected();
        queue.connected("one");

        assertThat(sent).containsExactly("a to one", "b to one", "c to one");
        assertThat(latencies).isEmpty();
    }

    @Test
    void whatWaitsFailsWithItsSession() {
        CompletableFuture<String> waiting = submit("a");

        queue.sessionEnded();
        CompletableFuture<String> next = submit("b");
        queue.connected("two");
        answer("b", Code.OK);

        assertFailed(waiting, ZkCode.SESSION_ENDED);
        assertThat(sent).containsExactly("b to two");
        assertThat(next).isCompleted();
    }

    @Test
    void aLossThatArrivesAfterTheNextSessionHasBegunIsNotGivenToThatOne() {
        queue.connected("one");
        CompletableFuture<String> late = submit("a");
        queue.sessionEnded();
        queue.connected("two");

        answer("a", Code.CONNECTIONLOSS);

        assertFailed(late, ZkCode.SESSION_ENDED);
        assertThat(sent).containsExactly("a to one");
    }

    @Test
    void theClientHasNoMoreThanAThousandAtATime() {
        queue.connected("one");
        for (int i = 0; i < 1_500; i++) {
            submit("n" + i);
        }
        int before = sent.size();

        answer("n7", Code.NONODE);

        assertThat(before).isEqualTo(1_000);
        assertThat(sent).hasSize(1_001).endsWith("n1000 to one");
    }

    @Test
    void everyAnswerIsTimed() {
        queue.connected("one");
        submit("a");
        CompletableFuture<String> refused = submit("b");

        lane.pass(5);
        answer("a", Code.OK);
        answers.get("b").refused(new ZkException(ZkCode.BAD_VERSION, "b"));

        assertFailed(refused, ZkCode.BAD_VERSION);
        assertThat(latencies).containsExactly(5_000_000L, 5_000_000L);
    }

    @Test
    void aClosedQueueRefusesAndFailsWhatWaits() {
        CompletableFuture<String> waiting = submit("a");

        queue.close();

        assertFailed(waiting, ZkCode.SESSION_ENDED);
        assertFailed(submit("b"), ZkCode.SESSION_ENDED);
    }
}
