package io.milena.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** A future tells its value or the bare cause, through all that is made of it. */
class KafkaFutureTest {

    private static final KafkaException CAUSE = new KafkaException("refused");

    private final CompletableFuture<Integer> source = new CompletableFuture<>();
    private final KafkaFuture<Integer> future = KafkaFuture.of(source);

    @Test
    void aValueComesThrough() throws Exception {
        KafkaFuture<String> text = future.thenApply(value -> "n" + value);

        assertThat(text.getNow("none")).isEqualTo("none");
        source.complete(3);

        assertThat(text.get()).isEqualTo("n3");
        assertThat(text.getNow("none")).isEqualTo("n3");
        assertThat(future.toCompletionStage().toCompletableFuture().join()).isEqualTo(3);
    }

    @Test
    void aFailureComesThroughWithItsCauseBare() {
        List<Throwable> heard = new ArrayList<>();
        KafkaFuture<String> text =
                future.thenApply(value -> "n" + value).whenComplete((value, cause) -> heard.add(cause));

        source.completeExceptionally(CAUSE);

        assertThat(heard).containsExactly(CAUSE);
        assertThatThrownBy(text::get).isInstanceOf(ExecutionException.class).hasCause(CAUSE);
        assertThatThrownBy(() -> text.getNow("none"))
                .isInstanceOf(ExecutionException.class)
                .hasCause(CAUSE);
        assertThat(text.isCompletedExceptionally()).isTrue();
        assertThat(text.isCancelled()).isFalse();
    }

    @Test
    void allWaitForEachAndFailWithOne() {
        var other = new CompletableFuture<String>();
        KafkaFuture<Void> all = KafkaFuture.allOf(future, KafkaFuture.of(other));

        source.completeExceptionally(CAUSE);
        assertThat(all.isDone()).isFalse();
        other.complete("done");

        assertThatThrownBy(all::get).hasCause(CAUSE);
    }

    @Test
    void waitingHasAnEnd() {
        assertThatThrownBy(() -> future.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
    }

    @Test
    void whoCompletesTheStageDoesNotCompleteTheFuture() {
        future.toCompletionStage().toCompletableFuture().complete(5);

        assertThat(future.isDone()).isFalse();
    }

    @Test
    void cancellingIsSeenByWhatWasMadeOfIt() {
        KafkaFuture<Integer> next = future.thenApply(value -> value + 1);

        assertThat(future.cancel(false)).isTrue();

        assertThat(future.isCancelled()).isTrue();
        assertThat(next.isDone()).isTrue();
    }
}
