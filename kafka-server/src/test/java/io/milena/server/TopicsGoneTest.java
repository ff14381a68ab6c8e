package io.milena.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Uuid;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.TopicImage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which topics are deleted between two images of the cluster. */
class TopicsGoneTest {

    private static final ClusterImage BEFORE = ClusterImage.empty("test")
            .edit()
            .put(new TopicImage("kept", new Uuid(1, 1), List.of()))
            .put(new TopicImage("deleted", new Uuid(2, 2), List.of()))
            .put(new TopicImage("made anew", new Uuid(3, 3), List.of()))
            .put(new TopicImage("without an id", Uuid.ZERO, List.of()))
            .done();

    @Test
    void deletedTopicsAreGoneAndSoAreThoseThatWereMadeAnew() {
        ClusterImage after = BEFORE.edit()
                .removeTopic("deleted")
                .put(new TopicImage("made anew", new Uuid(4, 4), List.of()))
                .put(new TopicImage("without an id", new Uuid(5, 5), List.of()))
                .put(new TopicImage("new", new Uuid(6, 6), List.of()))
                .done();

        assertThat(TopicsGone.between(BEFORE, after)).containsExactly("deleted", "made anew");
    }

    @Test
    void otherChangesTakeNothingAway() {
        assertThat(TopicsGone.between(BEFORE, BEFORE.edit().controller(3).done()))
                .isEmpty();
    }
}
