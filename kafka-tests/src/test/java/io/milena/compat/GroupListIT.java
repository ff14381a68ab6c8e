package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.ListGroupsRequest;
import io.milena.protocol.messages.ListGroupsResponse;
import io.milena.protocol.messages.ListGroupsResponse.ListedGroup;
import io.milena.testkit.WireMember;
import io.milena.testkit.WireOffsets;
import io.milena.testkit.WireTopic;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which groups ListGroups tells, and what topics that are deleted leave of them; also against the reference. */
class GroupListIT extends WireSuite {

    private static final int FIRST_WITH_STATES = 4;
    private static final int NEWEST = 5;
    private static final String SIMPLE = "list-simple";
    private static final String LIVE = "list-live";

    private WireTopic topic;

    @BeforeEach
    void makeGroups() {
        topic = newTopic();
        assertThat(WireMember.of(SIMPLE).commits(client, topic.name(), 4, "")).isEqualTo(ErrorCode.NONE);
        WireMember.of(LIVE, "one").joins(client, topic.name());
    }

    private List<ListedGroup> list(int version, ListGroupsRequest request) {
        var answer = client.call(ListGroupsResponse.class, ApiKey.LIST_GROUPS, version, request);
        assertThat(ErrorCode.of(answer.errorCode())).isEqualTo(ErrorCode.NONE);
        return answer.groups();
    }

    private static List<String> words(@Nullable String text) {
        return text == null ? List.of() : Arrays.asList(text.split(" "));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void withoutAFilterAllAreTold(int version) {
        assertThat(list(version, new ListGroupsRequest()))
                .extracting(ListedGroup::groupId, ListedGroup::protocolType, ListedGroup::groupState)
                .contains(
                        tuple(SIMPLE, "", version < FIRST_WITH_STATES ? "" : "Empty"),
                        tuple(LIVE, "consumer", version < FIRST_WITH_STATES ? "" : "Stable"));
    }

    @ParameterizedTest(name = "states {0}, types {1} -> {2}")
    @CsvSource({
        "Empty,         ,                 list-simple",
        "STABLE,        ,                 list-live",
        "stable empty,  ,                 list-live list-simple",
        "Dead,          ,                 ",
        "Nowhere,       ,                 ",
        ",              classic,          list-live list-simple",
        ",              Classic consumer, list-live list-simple",
        ",              consumer,         ",
        ",              nonsense,         ",
        "Empty,         classic,          list-simple",
        "Empty,         consumer,         ",
    })
    void filtersAreHeededWhateverTheirCase(String states, String types, String told) {
        var request = new ListGroupsRequest().statesFilter(words(states)).typesFilter(words(types));

        assertThat(list(NEWEST, request))
                .extracting(ListedGroup::groupId)
                .containsExactlyInAnyOrderElementsOf(words(told));
    }

    @Test
    void whatAGroupKnowsOfATopicGoesWithTheTopicAndWithTheLastOfItTheGroup() {
        String group = newName();
        WireTopic first = newTopic();
        WireTopic last = newTopic();
        WireMember.of(group).commits(client, first.name(), 5, "");
        WireMember.of(group).commits(client, last.name(), 6, "");
        var offsets = new WireOffsets(client, group);

        first.delete();
        Awaitility.await().until(() -> offsets.committed(first.name()).committedOffset() == WireOffsets.NONE);
        assertThat(offsets.committed(last.name()).committedOffset()).isEqualTo(6);
        last.delete();

        Awaitility.await()
                .until(() -> list(NEWEST, new ListGroupsRequest()).stream()
                        .noneMatch(listed -> listed.groupId().equals(group)));
    }
}
