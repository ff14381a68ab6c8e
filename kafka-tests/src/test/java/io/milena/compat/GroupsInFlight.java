package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.DescribeGroupsRequest;
import io.milena.protocol.messages.DescribeGroupsResponse;
import io.milena.protocol.messages.DescribeGroupsResponse.DescribedGroup;
import io.milena.protocol.messages.OffsetFetchRequest;
import io.milena.protocol.messages.OffsetFetchResponse;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireMember;
import io.milena.testkit.WireTransaction;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;

/**
 * Groups of each sort that a broker keeps: with a member, with a static one, without any, and only with offsets. What a
 * broker says of them must not change with the broker. Confined to the test's thread.
 */
final class GroupsInFlight {

    private static final int DESCRIBE = 5;
    private static final int FETCH = 7;

    private final String topic;
    private final List<WireMember> members = new ArrayList<>();
    private final Set<String> ids = new TreeSet<>();

    GroupsInFlight(String topic) {
        this.topic = topic;
    }

    /** Makes some whose names begin so. */
    void make(WireClient client, String prefix) {
        WireMember dynamic = member(WireMember.of(prefix + "-dynamic")).joins(client, topic);
        assertThat(dynamic.commits(client, topic, 7, "by a member")).isEqualTo(ErrorCode.NONE);
        WireMember fixed = member(WireMember.of(prefix + "-static", "one")).joins(client, topic);
        assertThat(fixed.commits(client, topic, 8, "")).isEqualTo(ErrorCode.NONE);
        WireMember gone = WireMember.of(prefix + "-empty").joins(client, topic);
        assertThat(gone.commits(client, topic, 9, "größe ☃")).isEqualTo(ErrorCode.NONE);
        assertThat(gone.leaves(client)).isEqualTo(ErrorCode.NONE);
        WireMember nobody = WireMember.of(prefix + "-simple");
        assertThat(nobody.commits(client, topic, 10, "by nobody")).isEqualTo(ErrorCode.NONE);
        assertThat(nobody.commits(client, "no-such-topic", 1, "")).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        ids.add(gone.group());
        ids.add(nobody.group());
    }

    /** Has a member looked after that is in its group already. */
    WireMember member(WireMember member) {
        members.add(member);
        ids.add(member.group());
        return member;
    }

    /** All members are in the generation that they were in. */
    void assertMembersGoOn(WireClient client) {
        for (WireMember member : members) {
            assertThat(member.beats(client)).as(member.group()).isEqualTo(ErrorCode.NONE);
        }
    }

    /** All that a broker says of the groups, once it has loaded them. */
    List<String> testimony(WireClient client) {
        List<String> lines = new ArrayList<>();
        for (String id : ids) {
            lines.add(told(described(client, id)));
            lines.addAll(offsets(client, id));
        }
        return lines;
    }

    static DescribedGroup described(WireClient client, String id) {
        WireTransaction.findCoordinator(client, id, WireTransaction.GROUP);
        var request = new DescribeGroupsRequest().groups(List.of(id));
        return Awaitility.await()
                .until(
                        () -> client.call(DescribeGroupsResponse.class, ApiKey.DESCRIBE_GROUPS, DESCRIBE, request)
                                .groups()
                                .get(0),
                        group -> !ErrorCode.of(group.errorCode()).isRetriable());
    }

    private static String told(DescribedGroup group) {
        List<String> members = group.members().stream()
                .map(member -> String.join(
                        " ",
                        member.memberId(),
                        String.valueOf(member.groupInstanceId()),
                        member.clientId(),
                        member.clientHost(),
                        HexFormat.of().formatHex(member.memberMetadata()),
                        HexFormat.of().formatHex(member.memberAssignment())))
                .toList();
        return String.join(
                " ",
                group.groupId(),
                ErrorCode.of(group.errorCode()).name(),
                group.groupState(),
                group.protocolType(),
                group.protocolData(),
                members.toString());
    }

    static List<String> offsets(WireClient client, String id) {
        var request = new OffsetFetchRequest().groupId(id).topics(null);
        return client.call(OffsetFetchResponse.class, ApiKey.OFFSET_FETCH, FETCH, request).topics().stream()
                .flatMap(each -> each.partitions().stream()
                        .map(partition -> String.join(
                                " ",
                                id,
                                each.name() + "-" + partition.partitionIndex(),
                                String.valueOf(partition.committedOffset()),
                                String.valueOf(partition.committedLeaderEpoch()),
                                partition.metadata())))
                .sorted()
                .toList();
    }
}
