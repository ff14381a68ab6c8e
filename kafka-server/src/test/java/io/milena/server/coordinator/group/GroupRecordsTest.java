package io.milena.server.coordinator.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.TopicPartition;
import io.milena.protocol.BufferSink;
import io.milena.protocol.messages.GroupMetadataValue;
import io.milena.server.coordinator.group.GroupRecord.GroupForgotten;
import io.milena.server.coordinator.group.GroupRecord.GroupStored;
import io.milena.server.coordinator.group.GroupRecord.OffsetCommitted;
import io.milena.server.coordinator.group.GroupRecord.OffsetForgotten;
import io.milena.server.coordinator.group.StoredGroup.StoredMember;
import io.milena.server.coordinator.state.KeyValue;
import io.milena.server.coordinator.state.RecordCodec.MalformedRecord;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records against bytes that Apache Kafka 3.9.2 wrote, and against what it would not write. */
class GroupRecordsTest {

    private static final HexFormat HEX = HexFormat.of();

    private static final String OFFSET_KEY = "000100056772702d78000765782d6e6f6e6500000000";
    private static final String OFFSET_VALUE = "00030000000000000003000000000005" + "6d65746121" + "000001a226faffb5";
    private static final String GROUP_KEY = "000200056772702d78";
    private static final String EMPTY_GROUP = "00030008636f6e73756d657200000002ffffffff000001a226fb01e200000000";

    private static final TopicPartition PARTITION = new TopicPartition("ex-none", 0);

    private final GroupRecords records = new GroupRecords();

    private GroupRecord decoded(String key, String value) throws MalformedRecord {
        ByteBuf valueBytes = value == null ? null : Unpooled.wrappedBuffer(HEX.parseHex(value));
        return records.decode(Unpooled.wrappedBuffer(HEX.parseHex(key)), valueBytes);
    }

    private void assertWritten(GroupRecord record, String key, String value) {
        KeyValue written = records.encode(record);
        assertThat(HEX.formatHex(written.key())).isEqualTo(key);
        assertThat(written.value() == null ? null : HEX.formatHex(written.value()))
                .isEqualTo(value);
    }

    @Test
    void anOffsetIsWrittenAndReadAsByTheReference() throws MalformedRecord {
        var committed = new CommittedOffset(3, 0, "meta!", 0x1a226faffb5L, CommittedOffset.NEVER_TOLD);
        var record = new OffsetCommitted("grp-x", PARTITION, committed);

        assertWritten(record, OFFSET_KEY, OFFSET_VALUE);
        assertThat(decoded(OFFSET_KEY, OFFSET_VALUE)).isEqualTo(record);
    }

    @Test
    void anOffsetWithAnEndOfItsOwnIsWrittenInTheVersionThatHasOne() throws MalformedRecord {
        var committed = new CommittedOffset(7, CommittedOffset.NO_EPOCH, "", 1, 2);
        var record = new OffsetCommitted("grp-x", PARTITION, committed);

        String value = "0001" + "0000000000000007" + "0000" + "0000000000000001" + "0000000000000002";
        assertWritten(record, OFFSET_KEY, value);
        assertThat(decoded(OFFSET_KEY, value)).isEqualTo(record);
    }

    @ParameterizedTest
    @CsvSource({
        "0000000000000000000300016d0000000000000005, -1",
        "0002000000000000000300016d0000000000000005, -1",
        "000300000000000000030000000900016d0000000000000005, 9",
        "0004000000000000000300000009026d000000000000000500, 9"
    })
    void offsetsOfAllVersionsAreRead(String value, int leaderEpoch) throws MalformedRecord {
        var committed = new CommittedOffset(3, leaderEpoch, "m", 5, CommittedOffset.NEVER_TOLD);

        String oldKey = "0000" + OFFSET_KEY.substring(4);
        assertThat(decoded(oldKey, value)).isEqualTo(new OffsetCommitted("grp-x", PARTITION, committed));
    }

    @Test
    void aTombstoneHasNoValue() throws MalformedRecord {
        assertWritten(new OffsetForgotten("grp-x", PARTITION), OFFSET_KEY, null);
        assertWritten(new GroupForgotten("grp-x"), GROUP_KEY, null);

        assertThat(decoded(OFFSET_KEY, null)).isEqualTo(new OffsetForgotten("grp-x", PARTITION));
        assertThat(decoded(GROUP_KEY, null)).isEqualTo(new GroupForgotten("grp-x"));
    }

    @Test
    void aGroupWithoutMembersIsWrittenAndReadAsByTheReference() throws MalformedRecord {
        var group = new StoredGroup("consumer", 2, null, null, 0x1a226fb01e2L, List.of());
        var record = new GroupStored("grp-x", group);

        assertWritten(record, GROUP_KEY, EMPTY_GROUP);
        assertThat(decoded(GROUP_KEY, EMPTY_GROUP)).isEqualTo(record);
    }

    @Test
    void aGroupWithMembersIsWrittenAndReadAsByTheReference() throws MalformedRecord {
        String id = "00056d2d312d32";
        String value = "0003" + "0008636f6e73756d6572" + "00000001" + "000572616e6765" + id + "000001a226fafefc"
                + "00000001" + id + "ffff" + "0006636f6e732d78" + "000a2f3132372e302e302e31" + "000493e0" + "0000afc8"
                + "00000002" + "0a0b" + "00000001" + "0c";

        var stored = (GroupStored) decoded(GROUP_KEY, value);

        StoredMember member = stored.group().members().get(0);
        assertThat(stored.group().leader()).isEqualTo("m-1-2");
        assertThat(member.member()).isEqualTo(new MemberRef("m-1-2", null));
        assertThat(member.client()).isEqualTo(new ClientRef("cons-x", "/127.0.0.1"));
        assertThat(member.timeouts()).isEqualTo(new MemberTimeouts(45_000, 300_000));
        assertWritten(stored, GROUP_KEY, value);
    }

    @ParameterizedTest
    @CsvSource({
        "0, , 45000, -1",
        "1, , 300000, -1",
        "2, , 300000, 1796000000000",
        "3, one, 300000, 1796000000000",
        "4, one, 300000, 1796000000000"
    })
    void groupsOfAllVersionsAreRead(int version, String instance, int rebalanceMs, long sinceMs)
            throws MalformedRecord {
        var member = new GroupMetadataValue.MemberMetadata()
                .memberId("m")
                .groupInstanceId("one")
                .clientId("c")
                .clientHost("/h")
                .rebalanceTimeout(300_000)
                .sessionTimeout(45_000)
                .subscription(new byte[] {1})
                .assignment(new byte[] {2});
        var value = new GroupMetadataValue()
                .protocolType("consumer")
                .generation(3)
                .protocol("range")
                .leader("m")
                .currentStateTimestamp(1_796_000_000_000L)
                .members(List.of(member));
        ByteBuf bytes = Unpooled.buffer().writeShort(version);
        value.write(new BufferSink(bytes), (short) version);

        var read = (GroupStored) records.decode(Unpooled.wrappedBuffer(HEX.parseHex(GROUP_KEY)), bytes);

        assertThat(read.group().generation()).isEqualTo(3);
        assertThat(read.group().sinceMs()).isEqualTo(sinceMs);
        StoredMember only = read.group().members().get(0);
        assertThat(only.member()).isEqualTo(new MemberRef("m", instance));
        assertThat(only.timeouts()).isEqualTo(new MemberTimeouts(45_000, rebalanceMs));
        assertThat(only.subscription()).containsExactly(1);
        assertThat(only.assignment()).containsExactly(2);
    }

    /** Such as the groups of the newer protocol, whose keys begin with 3. */
    @Test
    void keysOfOtherKindsArePassedOver() throws MalformedRecord {
        assertThat(decoded("0003" + "0000", "0000")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "ffff0000", "0001", "00010005", "0002", "000200ff"})
    void aKeyThatCannotBeReadIsReported(String key) {
        assertThatThrownBy(() -> decoded(key, "0003")).isInstanceOf(MalformedRecord.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "0003", "0009" + "0000000000000003", "000300000000000000030000000000ff6d"})
    void aValueThatCannotBeReadIsReported(String value) {
        assertThatThrownBy(() -> decoded(OFFSET_KEY, value)).isInstanceOf(MalformedRecord.class);
        assertThatThrownBy(() -> decoded(GROUP_KEY, value)).isInstanceOf(MalformedRecord.class);
    }

    @Test
    void aNegativePartitionIsReported() {
        String key = OFFSET_KEY.substring(0, OFFSET_KEY.length() - 8) + "ffffffff";

        assertThatThrownBy(() -> decoded(key, OFFSET_VALUE)).isInstanceOf(MalformedRecord.class);
    }
}
