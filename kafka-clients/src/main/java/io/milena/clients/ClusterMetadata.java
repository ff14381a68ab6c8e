package io.milena.clients;

import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the picture of the cluster new: asks a broker when it is old, when someone says it is wrong, and when topics
 * are wanted that are not in it.
 *
 * <p>{@link #view}, {@link #want} and {@link #refresh} may be called by any thread; listeners are told on the event
 * loop. What a broker says later stands over what was said before, unless it has a lower leader epoch of the same topic
 * id (KIP-320); another topic id stands over any epoch.
 */
public interface ClusterMetadata {

    /** The newest picture. */
    ClusterView view();

    /** From now on the picture has these topics, too; one that nobody wants for {@code metadata.max.idle.ms} goes. */
    void want(Set<String> topics);

    /** From now on the picture has just these topics. */
    void wantOnly(Set<String> topics);

    /** From now on the picture has every topic of the cluster. */
    void wantAll();

    /** The picture is wrong or lacks something: asks a broker anew, not more often than the backoff allows. */
    void refresh();

    /**
     * A broker told in its answer to another request who leads a partition now (KIP-951).
     *
     * @param leader null if only its id is told, and it is in the picture
     */
    void leaderLearned(TopicPartition partition, int leaderId, int leaderEpoch, @Nullable Node leader);

    /** {@code listener} is told of each new picture. */
    void onChange(Consumer<ClusterView> listener);

    /** {@code listener} is told of each attempt to get a picture that failed, such as when no broker can be reached. */
    void onFailure(Consumer<KafkaException> listener);
}
