package io.milena.compat.answers;

import static io.milena.compat.answers.Requests.at;
import static io.milena.compat.answers.Requests.fetch;
import static io.milena.compat.answers.Requests.from;
import static io.milena.compat.answers.Requests.into;
import static io.milena.compat.answers.Requests.part;
import static io.milena.compat.answers.World.START_MS;

import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.DeleteRecordsRequest;
import io.milena.protocol.messages.DeleteRecordsRequest.DeleteRecordsPartition;
import io.milena.protocol.messages.DeleteRecordsRequest.DeleteRecordsTopic;
import io.milena.testkit.WireBatch;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** DeleteRecords, mostly of a partition with five records in one batch. Stateless. */
final class DeleteRecordsQuestions {

    private static final int LAST = 2;
    private static final int TIMEOUT_MS = 10_000;
    private static final int FETCH_BY_NAME = 12;
    private static final String POLICY = "cleanup.policy";

    private DeleteRecordsQuestions() {}

    static List<Question> all() {
        return List.of(
                before("the last two", 3),
                before("the second", 1),
                before("the first record", 0),
                before("the end", 5),
                before("the high watermark, as -1", -1),
                before("what is not there", 6),
                before("a negative offset", -2),
                before("the end of time", Long.MAX_VALUE),
                filled("twice, less the second time", ask -> ofOwn(ask, 4))
                        .then(ApiKey.DELETE_RECORDS, LAST, ask -> ofOwn(ask, 2))
                        .then(ApiKey.DELETE_RECORDS, LAST, ask -> ofOwn(ask, -1)),
                filled("one partition twice", ask -> request(before(ask, 1), before(ask, 4))),
                filled("one partition twice, less the second time", ask -> request(before(ask, 4), before(ask, 1))),
                filled(
                        "one partition twice in one topic",
                        ask -> request(topic(ask.topic(), upTo(ask.position(), 1), upTo(ask.position(), 4)))),
                filled("without time", ask -> ofOwn(ask, 3).timeoutMs(0)),
                filled("in less than no time", ask -> ofOwn(ask, 3).timeoutMs(-1)),
                filled(
                        "one among others that are not there",
                        ask -> request(
                                topic("nowhere", upTo(0, 1)),
                                topic(ask.topic(), upTo(99, 1), upTo(ask.position(), 3), upTo(-1, 1)),
                                topic("", upTo(0, 0)))),
                before("a record of a compacted topic", 3).onOwnTopic(Map.of(POLICY, "compact")),
                before("a record of a topic with both policies", 3).onOwnTopic(Map.of(POLICY, "compact,delete")),
                asking("of an empty partition, as -1", topic(World.EMPTY, upTo(0, -1))),
                asking("of an empty partition, up to 0", topic(World.EMPTY, upTo(0, 0))),
                asking("of an empty partition, up to 1", topic(World.EMPTY, upTo(0, 1))),
                asking("of a topic that is gone", topic(World.GONE, upTo(0, 0))),
                asking("a topic without partitions", topic(World.EMPTY)),
                asking("no topics"));
    }

    private static Question before(String name, long offset) {
        return filled("before " + name, ask -> ofOwn(ask, offset));
    }

    /** About the version's own partition; then shows what is left in it. */
    private static Question filled(String name, Function<Question.Ask, DeleteRecordsRequest> request) {
        return Question.of(ApiKey.DELETE_RECORDS, 0, LAST, name, request::apply)
                .onOwnTopic(Map.of())
                .filledWith(ask -> Requests.produce(-1, into(ask.topic(), part(ask.position(), five()))))
                .then(ApiKey.FETCH, FETCH_BY_NAME, ask -> fetch(ask, from(ask, ask.topic(), at(ask.position(), 4))));
    }

    private static RecordsBuffer five() {
        return WireBatch.of(START_MS, "a", "b", "c", "d", "e")
                .keys("1", "2", "3", "4", "5")
                .records();
    }

    private static Question asking(String name, DeleteRecordsTopic... topics) {
        return Question.of(ApiKey.DELETE_RECORDS, 0, LAST, name, ask -> request(topics));
    }

    private static DeleteRecordsRequest ofOwn(Question.Ask ask, long offset) {
        return request(before(ask, offset));
    }

    private static DeleteRecordsTopic before(Question.Ask ask, long offset) {
        return topic(ask.topic(), upTo(ask.position(), offset));
    }

    private static DeleteRecordsRequest request(DeleteRecordsTopic... topics) {
        return new DeleteRecordsRequest().timeoutMs(TIMEOUT_MS).topics(List.of(topics));
    }

    private static DeleteRecordsTopic topic(String name, DeleteRecordsPartition... partitions) {
        return new DeleteRecordsTopic().name(name).partitions(List.of(partitions));
    }

    private static DeleteRecordsPartition upTo(int partition, long offset) {
        return new DeleteRecordsPartition().partitionIndex(partition).offset(offset);
    }
}
