package io.milena.compat;

import io.milena.compat.MixedStage.Library;
import io.milena.compat.MixedStage.Strategy;
import io.milena.compat.peer.Peer;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.KcatMember;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Groups that our consumer is in together with those of Java, old and new, and of librdkafka. With each strategy that
 * all of them know, each leads once; members come and leave while records flow, each partition has one reader at a
 * time, and each record is read once.
 */
@Order(2) // Begun early: it takes long.
class MixedGroupsIT {

    private static final Map<Strategy, Library> LEADERS = Map.of(
            Strategy.RANGE, Library.LIBRDKAFKA, Strategy.TURNS, Library.OURS, Strategy.COOPERATIVE, Library.JAVA_3_9);

    @TempDir
    private Path folder;

    @Test
    void membersOfFourLibrariesShareTheGroupsOfOurBroker(TestReporter reporter) {
        try (var broker = BrokerProcess.start(
                folder.resolve("broker"),
                Map.of("group.initial.rebalance.delay.ms", "0", "offsets.topic.num.partitions", "3"))) {
            play(broker, reporter);
        }
    }

    @Tag("peer")
    @ParameterizedTest
    @EnumSource(Peer.class)
    void membersOfFourLibrariesShareTheGroupsOfApacheKafka(Peer peer, TestReporter reporter) {
        play(peer.broker(), reporter);
    }

    private void play(BrokerProcess broker, TestReporter reporter) {
        Set<Library> libraries = EnumSet.allOf(Library.class);
        if (!KcatMember.isInstalled()) {
            reporter.publishEntry("kcat is not installed: these groups have no member of librdkafka");
            libraries.remove(Library.LIBRDKAFKA);
        }
        try (var stage = new MixedStage(broker.bootstrap(), folder)) {
            for (Strategy strategy : Strategy.values()) {
                Library leader = libraries.contains(LEADERS.get(strategy)) ? LEADERS.get(strategy) : Library.JAVA_4_4;
                stage.join(strategy, leader);
                stage.awaitBalance(strategy);
                libraries.stream().filter(other -> other != leader).forEach(other -> stage.join(strategy, other));
            }
            stage.awaitBalance();
            stage.awaitMore(20);
            for (Library leaving : List.of(Library.OURS, Library.LIBRDKAFKA)) {
                if (libraries.contains(leaving)) {
                    stage.leave(leaving);
                    stage.awaitBalance();
                    stage.awaitMore(20);
                }
            }
            List.of(Strategy.values()).forEach(strategy -> stage.join(strategy, Library.OURS));
            stage.awaitBalance();
            stage.awaitMore(20);
            stage.verify();
        }
    }
}
