package io.milena.compat.answers;

import java.util.List;
import java.util.stream.Stream;

/** All questions, in the order in which they are asked. Stateless. */
final class Questions {

    private Questions() {}

    static List<Question> all() {
        return Stream.of(
                        ProduceQuestions.all(),
                        OldProduceQuestions.all(),
                        FetchQuestions.all(),
                        OffsetQuestions.all(),
                        DeleteRecordsQuestions.all(),
                        MetadataQuestions.all(),
                        TopicQuestions.all(),
                        ConfigQuestions.all(),
                        OtherQuestions.all())
                .flatMap(List::stream)
                .toList();
    }
}
