package io.milena.server;

import io.milena.common.Uuid;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.TopicImage;
import java.util.SortedSet;
import java.util.TreeSet;

/** Which topics one image of the cluster has and the next has not. Stateless. */
final class TopicsGone {

    private TopicsGone() {}

    /** Names of the topics of {@code before} that were deleted, also those that were made anew since. */
    static SortedSet<String> between(ClusterImage before, ClusterImage after) {
        SortedSet<String> gone = new TreeSet<>();
        if (before.topics() == after.topics()) {
            return gone;
        }
        for (TopicImage topic : before.topics().values()) {
            TopicImage now = after.topic(topic.name());
            if (now == null || isAnother(topic.topicId(), now.topicId())) {
                gone.add(topic.name());
            }
        }
        return gone;
    }

    private static boolean isAnother(Uuid before, Uuid after) {
        return !before.equals(after) && !before.equals(Uuid.ZERO) && !after.equals(Uuid.ZERO);
    }
}
