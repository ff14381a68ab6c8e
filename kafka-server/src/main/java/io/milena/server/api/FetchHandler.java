package io.milena.server.api;

import io.milena.common.BrokerId;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchRequest.FetchPartition;
import io.milena.protocol.messages.FetchRequest.FetchTopic;
import io.milena.protocol.messages.FetchRequest.ForgottenTopic;
import io.milena.protocol.messages.FetchResponse;
import io.milena.server.api.FetchAsk.Naming;
import io.milena.server.api.FetchSessions.Closing;
import io.milena.server.network.Exchange.Fetcher;
import io.milena.server.partition.PartitionRead;
import io.milena.server.partition.ReadSpan;
import java.util.ArrayList;
import java.util.List;

/**
 * Fetch (key 1): reads records from partitions, and waits for them if there are not enough.
 *
 * <pre>
 * v1  throttle time
 * v2  message format 1
 * v3  limit over all partitions, which are read in the order named (KIP-74)
 * v4  batches of format 2, isolation level, last stable offset (KIP-98)
 * v5  log start offset
 * v7  sessions (KIP-227)
 * v9  leader epoch of the reader (KIP-320)
 * v10 zstd
 * v11 rack, reading from followers (KIP-392)
 * v12 flexible encoding, diverging epochs (KIP-595)
 * v13 topic ids instead of names (KIP-516)
 * v15 broker epoch of followers (KIP-903)
 * v16 the current leader, for a client that asked the wrong broker (KIP-951)
 * v17 directory ids of followers, which only other kinds of clusters have
 * </pre>
 */
final class FetchHandler implements ApiHandler<FetchRequest, FetchResponse> {

    private static final short FIRST_WITH_TOPIC_IDS = 13;

    private final Holdings holdings;
    private final FetchSessions sessions;
    private final int maxBytes;
    private final OldFetch.Means forOldClients;

    /**
     * @param maxBytes {@code fetch.max.bytes} of the broker
     * @param forOldClients what answers take whose records must be converted
     */
    FetchHandler(Holdings holdings, FetchSessions sessions, int maxBytes, OldFetch.Means forOldClients) {
        this.holdings = holdings;
        this.sessions = sessions;
        this.maxBytes = maxBytes;
        this.forOldClients = forOldClients;
    }

    @Override
    public void handle(FetchRequest request, Caller<FetchResponse> caller) {
        int replica = FetchTerms.replicaId(request, caller.version());
        Fetcher fetcher = replica >= 0 ? Fetcher.FOLLOWER : Fetcher.CONSUMER;
        caller.fetchedBy(fetcher);
        FetchTurn turn = sessions.begin(ask(request, caller.version(), fetcher));
        if (turn.error() != ErrorCode.NONE) {
            caller.reply(failed(request, turn.error()));
            return;
        }
        FetchTerms terms = FetchTerms.of(request, caller.version(), maxBytes);
        var reader = new FetchReader(holdings, terms, turn.wishes());
        if (replica >= 0) {
            reader.noteFollower(new BrokerId(replica));
        }
        List<PartitionRead> reads = reader.readAll();
        if (FetchReader.areComplete(reads) && (terms.maxWaitMs() <= 0 || reader.isEnough(reads))) {
            answer(turn, reader, reads, caller);
            return;
        }
        FetchReader.release(reads);
        caller.frameRead();
        var wait = new FetchWait(
                reader,
                caller.scheduler(),
                holdings.partitions().metrics(),
                found -> answer(turn, reader, found, caller));
        wait.begin(reads);
        caller.onClosed(wait::abandon);
    }

    @Override
    public FetchResponse failed(FetchRequest request, ErrorCode error) {
        return new FetchResponse().errorCode(error.code());
    }

    private void answer(FetchTurn turn, FetchReader reader, List<PartitionRead> reads, Caller<FetchResponse> caller) {
        if (OldFormats.concerns(caller.version())) {
            new OldFetch(forOldClients, turn, reader, reads, caller).begin();
            return;
        }
        Closing closing = sessions.end(turn, reads);
        var reply = new FetchReply(holdings, reader);
        FetchResponse response = reply.response(reads, FetchReply.unconverted(reads), closing);
        caller.reply(reply.withLeaders(response, caller.peer().listener()));
    }

    private static FetchAsk ask(FetchRequest request, short version, Fetcher fetcher) {
        Naming naming = version >= FIRST_WITH_TOPIC_IDS ? Naming.BY_TOPIC_ID : Naming.BY_NAME;
        return new FetchAsk(
                request.sessionId(), request.sessionEpoch(), naming, fetcher, wishes(request), forgotten(request));
    }

    private static List<FetchWish> wishes(FetchRequest request) {
        List<FetchWish> wishes = new ArrayList<>();
        for (FetchTopic topic : request.topics()) {
            for (FetchPartition partition : topic.partitions()) {
                var span = new ReadSpan(
                        partition.fetchOffset(), partition.currentLeaderEpoch(), partition.lastFetchedEpoch());
                var key = new FetchKey(topic.topicId(), topic.topic(), partition.partition());
                wishes.add(new FetchWish(key, span, partition.partitionMaxBytes()));
            }
        }
        return wishes;
    }

    private static List<FetchKey> forgotten(FetchRequest request) {
        List<FetchKey> forgotten = new ArrayList<>();
        for (ForgottenTopic topic : request.forgottenTopicsData()) {
            for (int partition : topic.partitions()) {
                forgotten.add(new FetchKey(topic.topicId(), topic.topic(), partition));
            }
        }
        return forgotten;
    }
}
