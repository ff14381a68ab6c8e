package io.milena.common;

import java.util.Collection;
import java.util.List;

/** Topics, all of them by name or all of them by id. Immutable. */
public abstract sealed class TopicCollection {

    private TopicCollection() {}

    /** The topics of these ids. */
    public static TopicIdCollection ofTopicIds(Collection<Uuid> topics) {
        return new TopicIdCollection(List.copyOf(topics));
    }

    /** The topics of these names. */
    public static TopicNameCollection ofTopicNames(Collection<String> topics) {
        return new TopicNameCollection(List.copyOf(topics));
    }

    /** Topics by id. */
    public static final class TopicIdCollection extends TopicCollection {

        private final List<Uuid> topicIds;

        private TopicIdCollection(List<Uuid> topicIds) {
            this.topicIds = topicIds;
        }

        public Collection<Uuid> topicIds() {
            return topicIds;
        }
    }

    /** Topics by name. */
    public static final class TopicNameCollection extends TopicCollection {

        private final List<String> topicNames;

        private TopicNameCollection(List<String> topicNames) {
            this.topicNames = topicNames;
        }

        public Collection<String> topicNames() {
            return topicNames;
        }
    }
}
