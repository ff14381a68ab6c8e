package io.milena.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.api.FetchAsk.Naming;
import io.milena.server.api.FetchSession.FetchNews;
import io.milena.server.network.Exchange.Fetcher;
import io.milena.server.partition.ReadSpan;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Fetch sessions by the rules of KIP-227. */
class FetchSessionTableTest {

    private static final long EVICTION_MS = 120_000;

    private final FetchSessionTable table = new FetchSessionTable(2, EVICTION_MS, ids(3));

    /** Session ids by chance, from a seed. */
    static IntSupplier ids(long seed) {
        var random = new SplittableRandom(seed);
        return () -> random.nextInt(1, Integer.MAX_VALUE);
    }

    static FetchKey key(int partition) {
        return new FetchKey(Uuid.ZERO, "orders", partition);
    }

    private static List<FetchWish> wishes(int... partitions) {
        return Arrays.stream(partitions)
                .mapToObj(partition -> new FetchWish(key(partition), new ReadSpan(0, -1, -1), 100))
                .toList();
    }

    private static FetchAsk ask(int sessionId, int epoch, List<FetchWish> wishes, FetchKey... forgotten) {
        return new FetchAsk(sessionId, epoch, Naming.BY_NAME, Fetcher.CONSUMER, wishes, List.of(forgotten));
    }

    private @Nullable FetchSession open(Fetcher fetcher, long nowMs, int... partitions) {
        var ask = new FetchAsk(0, 0, Naming.BY_NAME, fetcher, wishes(partitions), List.of());
        return table.answering(table.asked(ask, nowMs), nowMs);
    }

    private FetchSession opened(int... partitions) {
        FetchSession session = open(Fetcher.CONSUMER, 0, partitions);
        assertThat(session).isNotNull();
        return session;
    }

    private static List<Integer> partitionsOf(FetchTurn turn) {
        return turn.wishes().stream().map(wish -> wish.key().partition()).toList();
    }

    @Test
    void anIncrementalFetchIsAboutAllPartitionsOfItsSession() {
        FetchSession session = opened(0, 1);

        FetchTurn turn = table.asked(ask(session.id(), 1, wishes(2)), 1);

        assertThat(turn.error()).isEqualTo(ErrorCode.NONE);
        assertThat(partitionsOf(turn)).containsExactly(0, 1, 2);
    }

    @Test
    void aForgottenPartitionIsGoneAtOnce() {
        FetchSession session = opened(0, 1);

        assertThat(partitionsOf(table.asked(ask(session.id(), 1, List.of(), key(0)), 1)))
                .containsExactly(1);
        assertThat(partitionsOf(table.asked(ask(session.id(), 2, wishes(3), key(3)), 1)))
                .containsExactly(1);
    }

    @Test
    void aSessionThatLosesItsLastPartitionEnds() {
        FetchSession session = opened(0);

        FetchTurn turn = table.asked(ask(session.id(), 1, List.of(), key(0)), 1);

        assertThat(turn.error()).isEqualTo(ErrorCode.NONE);
        assertThat(turn.wishes()).isEmpty();
        assertThat(table.size()).isZero();
    }

    @Test
    void unknownSessionsAndWrongEpochsAreRefused() {
        FetchSession session = opened(0);
        var byId = new FetchAsk(session.id(), 1, Naming.BY_TOPIC_ID, Fetcher.CONSUMER, List.of(), List.of());

        assertThat(table.asked(ask(12345, 1, List.of()), 1).error()).isEqualTo(ErrorCode.FETCH_SESSION_ID_NOT_FOUND);
        assertThat(table.asked(ask(0, 1, List.of()), 1).error()).isEqualTo(ErrorCode.FETCH_SESSION_ID_NOT_FOUND);
        assertThat(table.asked(ask(session.id(), 2, List.of()), 1).error())
                .isEqualTo(ErrorCode.INVALID_FETCH_SESSION_EPOCH);
        assertThat(table.asked(byId, 1).error()).isEqualTo(ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR);
        assertThat(table.asked(ask(session.id(), 1, List.of()), 1).error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aRequestOvertakenByTheNextIsNotAnsweredFromTheSession() {
        FetchSession session = opened(0);
        FetchTurn first = table.asked(ask(session.id(), 1, List.of()), 1);

        table.asked(ask(session.id(), 2, List.of()), 1);

        assertThat(table.isCurrent(first)).isFalse();
    }

    @Test
    void aFullFetchEndsTheSessionItNames() {
        FetchSession session = opened(0);

        table.asked(ask(session.id(), FetchAsk.FINAL_EPOCH, wishes(0)), 1);

        assertThat(table.size()).isZero();
        assertThat(table.partitions()).isZero();
    }

    @Test
    void theClientIsToldOnlyWhatIsNew() {
        FetchSession session = opened(0);
        var quiet = new FetchNews(false, 10, 0, false, false);

        assertThat(session.tells(key(0), quiet)).isTrue();
        assertThat(session.tells(key(0), quiet)).isFalse();
        assertThat(session.tells(key(0), new FetchNews(false, 11, 0, false, false)))
                .isTrue();
        assertThat(session.tells(key(0), new FetchNews(false, 11, 1, false, false)))
                .isTrue();
        assertThat(session.tells(key(0), new FetchNews(false, 11, 1, true, false)))
                .isTrue();
        assertThat(session.tells(key(0), new FetchNews(false, 11, 1, false, true)))
                .isTrue();
        assertThat(session.tells(key(0), new FetchNews(true, -1, -1, false, false)))
                .isTrue();
        assertThat(session.tells(key(0), new FetchNews(false, 11, 1, false, false)))
                .isTrue();
        assertThat(session.tells(key(9), quiet)).isFalse();
    }

    @Test
    void aPartitionThatGaveRecordsGoesToTheEndOfTheLine() {
        FetchSession session = opened(0, 1, 2);

        session.tells(key(0), new FetchNews(false, 10, 0, true, false));

        assertThat(partitionsOf(table.asked(ask(session.id(), 1, List.of()), 1)))
                .containsExactly(1, 2, 0);
    }

    @Test
    void aYoungSessionIsSafeFromLargerOnes() {
        opened(0);
        opened(0, 1);

        assertThat(open(Fetcher.CONSUMER, EVICTION_MS, 0, 1, 2)).isNull();
        assertThat(table.evictions()).isZero();
    }

    @Test
    void anOldSessionYieldsToALargerOneIfItIsSmaller() {
        FetchSession small = opened(0);
        FetchSession large = opened(0, 1, 2);
        long later = EVICTION_MS + 1;
        table.asked(ask(small.id(), 1, List.of()), later);
        table.asked(ask(large.id(), 1, List.of()), later);

        assertThat(open(Fetcher.CONSUMER, later, 0)).isNull();
        assertThat(open(Fetcher.CONSUMER, later, 0, 1)).isNotNull();
        assertThat(table.sessions()).doesNotContain(small).contains(large);
    }

    @Test
    void anUnusedSessionYieldsToAnyOther() {
        opened(0, 1, 2);
        FetchSession used = opened(0);
        table.asked(ask(used.id(), 1, List.of()), EVICTION_MS);

        assertThat(open(Fetcher.CONSUMER, EVICTION_MS + 1, 0)).isNotNull();
        assertThat(table.sessions()).contains(used);
    }

    @Test
    void followersTakeThePlaceOfConsumersAndNotTheOtherWayRound() {
        opened(0, 1);
        opened(0, 1);

        assertThat(open(Fetcher.FOLLOWER, 1, 0)).isNotNull();
        assertThat(open(Fetcher.FOLLOWER, 1, 0)).isNotNull();
        assertThat(open(Fetcher.FOLLOWER, 1, 0)).isNull();
        assertThat(open(Fetcher.CONSUMER, 1, 0, 1, 2)).isNull();
        assertThat(table.evictions()).isEqualTo(2);
    }
}
