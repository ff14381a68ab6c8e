package io.milena.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.server.api.FetchAsk.Naming;
import io.milena.server.api.FetchSession.FetchNews;
import io.milena.server.network.Exchange.Fetcher;
import io.milena.server.partition.ReadSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories of several clients against a model in which each keeps its whole wish list. Whatever is evicted, a
 * client that goes on gets exactly what it wants, and never hears of another partition.
 */
class FetchSessionProperties {

    private static final int CLIENTS = 6;
    private static final int PARTITIONS = 8;
    private static final long EVICTION_MS = 50;

    /** One client: what it wants, and its session as it knows it. */
    private static final class Client {
        private final Map<FetchKey, FetchWish> wanted = new TreeMap<>((a, b) -> a.partition() - b.partition());
        private int sessionId;
        private int epoch;

        void restart() {
            sessionId = 0;
            epoch = 0;
        }
    }

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aClientGetsExactlyWhatItWants(long seed) {
        var random = new SplittableRandom(seed);
        int slots = random.nextInt(CLIENTS + 1);
        var table = new FetchSessionTable(slots, EVICTION_MS, FetchSessionTableTest.ids(seed));
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(new Client());
        }
        long nowMs = 0;
        for (int step = 0; step < 200; step++) {
            nowMs += random.nextInt(20);
            fetch(table, clients.get(random.nextInt(CLIENTS)), random, nowMs);
            int partitions =
                    table.sessions().stream().mapToInt(FetchSession::size).sum();
            assertThat(table.size()).isLessThanOrEqualTo(slots);
            assertThat(table.partitions()).isEqualTo(partitions);
        }
    }

    private static void fetch(FetchSessionTable table, Client client, SplittableRandom random, long nowMs) {
        if (random.nextInt(20) == 0) {
            client.restart();
        }
        Map<FetchKey, FetchWish> before = new HashMap<>(client.wanted);
        changeWishes(client, random);
        boolean full = client.epoch == 0;
        List<FetchWish> wishes = new ArrayList<>(client.wanted.values());
        List<FetchKey> forgotten = new ArrayList<>(before.keySet());
        forgotten.removeAll(client.wanted.keySet());
        if (!full) {
            wishes.removeIf(wish -> wish.equals(before.get(wish.key())));
        }
        var ask = new FetchAsk(
                client.sessionId, client.epoch, Naming.BY_NAME, Fetcher.CONSUMER, wishes, full ? List.of() : forgotten);

        FetchTurn turn = table.asked(ask, nowMs);

        if (turn.error() != ErrorCode.NONE) {
            assertThat(turn.error()).isEqualTo(ErrorCode.FETCH_SESSION_ID_NOT_FOUND);
            client.restart();
            return;
        }
        assertThat(turn.wishes()).containsExactlyInAnyOrderElementsOf(client.wanted.values());
        answer(table, client, turn, random, nowMs);
    }

    private static void changeWishes(Client client, SplittableRandom random) {
        for (int i = random.nextInt(3); i > 0; i--) {
            FetchKey key = FetchSessionTableTest.key(random.nextInt(PARTITIONS));
            if (random.nextInt(3) == 0) {
                client.wanted.remove(key);
            } else {
                var span = new ReadSpan(random.nextInt(100), -1, -1);
                client.wanted.put(key, new FetchWish(key, span, 1 + random.nextInt(1000)));
            }
        }
    }

    private static void answer(
            FetchSessionTable table, Client client, FetchTurn turn, SplittableRandom random, long nowMs) {
        FetchSession session = turn.session();
        if (session == null) {
            FetchSession opened = table.answering(turn, nowMs);
            client.sessionId = opened == null ? 0 : opened.id();
            client.epoch = opened == null ? 0 : 1;
            return;
        }
        assertThat(table.isCurrent(turn)).isTrue();
        for (FetchWish wish : turn.wishes()) {
            session.tells(wish.key(), new FetchNews(false, random.nextInt(3), 0, random.nextInt(4) == 0, false));
        }
        client.epoch++;
    }
}
