package io.milena.clients.consumer;

import io.milena.clients.Brokers;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.errors.AuthenticationException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.UnsupportedVersionException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.FindCoordinatorRequest;
import io.milena.protocol.messages.FindCoordinatorResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows which broker coordinates the group, and looks it up when someone needs it. On the event loop, under the
 * consumer's lock.
 *
 * <p>The coordinator has a connection of its own, as if it were another broker: an answer to a join may take minutes,
 * and brokers answer the requests of one connection in their order.
 */
final class CoordinatorLink implements Worker {

    private static final Logger log = LoggerFactory.getLogger(CoordinatorLink.class);

    private static final int LOWEST_WITH_TYPE = 1;
    private static final int HIGHEST = 6;
    private static final int LOWEST_WITH_LISTS = 4;

    private final String groupId;
    private final Questions questions;
    private final Retrying retrying;
    private @Nullable Node coordinator;
    private @Nullable KafkaException failure;
    private boolean needed;
    private boolean asking;
    private final Retry retry = new Retry();

    CoordinatorLink(String groupId, Questions questions, Retrying retrying) {
        this.groupId = groupId;
        this.questions = questions;
        this.retrying = retrying;
    }

    /** The coordinator; null if it has to be looked up, which begins when the workers look next. */
    @Nullable
    Node find() {
        if (coordinator == null) {
            needed = true;
        }
        return coordinator;
    }

    /** The coordinator if it is known; nothing is begun. */
    @Nullable
    Node known() {
        return coordinator;
    }

    /** Why there is no coordinator, if that will not pass by itself; told once. */
    @Nullable
    KafkaException takeFailure() {
        KafkaException told = failure;
        failure = null;
        return told;
    }

    /** It cannot be reached, or says that it is none. */
    void lost(String why) {
        if (coordinator != null) {
            log.info("group {}: coordinator {} is lost: {}", groupId, coordinator, why);
            coordinator = null;
        }
    }

    @Override
    public long work(long nowNanos) {
        if (!needed || coordinator != null || asking) {
            return NO_HURRY;
        }
        long wait = retry.waitNanos(nowNanos);
        if (wait > 0) {
            return wait;
        }
        Brokers brokers = questions.brokers();
        Node any = brokers.leastLoaded();
        if (any == null) {
            return retrying.lookAgainNanos();
        }
        asking = true;
        questions.ask(
                any,
                new Questions.Question(
                        ApiKey.FIND_COORDINATOR,
                        LOWEST_WITH_TYPE,
                        HIGHEST,
                        this::request,
                        retrying.retries().requestNanos()),
                new Found());
        return NO_HURRY;
    }

    private FindCoordinatorRequest request(int version) {
        var request = new FindCoordinatorRequest();
        return version >= LOWEST_WITH_LISTS ? request.coordinatorKeys(List.of(groupId)) : request.key(groupId);
    }

    /** Hears where the coordinator is. */
    private final class Found implements Questions.Handler<FindCoordinatorResponse> {

        @Override
        public void answered(FindCoordinatorResponse answer, short version) {
            asking = false;
            if (version < LOWEST_WITH_LISTS) {
                heard(ErrorCode.of(answer.errorCode()), new Node(answer.nodeId(), answer.host(), answer.port(), null));
                return;
            }
            for (FindCoordinatorResponse.Coordinator told : answer.coordinators()) {
                heard(ErrorCode.of(told.errorCode()), new Node(told.nodeId(), told.host(), told.port(), null));
            }
        }

        private void heard(ErrorCode error, Node node) {
            if (error == ErrorCode.NONE) {
                needed = false;
                retry.succeeded();
                coordinator = new Node(Integer.MAX_VALUE - node.id(), node.host(), node.port(), null);
                log.info("group {}: broker {} coordinates it", groupId, node);
                return;
            }
            retry.failed(retrying);
            if (!error.isRetriable()) {
                needed = false;
                failure = Refusal.ofGroup(error, groupId, "no coordinator of group " + groupId + ": " + error);
            }
        }

        @Override
        public void failed(KafkaException cause) {
            asking = false;
            retry.failed(retrying);
            if (cause instanceof AuthenticationException || cause instanceof UnsupportedVersionException) {
                needed = false;
                failure = cause;
            }
        }
    }
}
