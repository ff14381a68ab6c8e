package io.milena.server.coordinator.transaction;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which transactional ids ListTransactions is to list (KIP-664). All conditions have to hold.
 *
 * @param stateNames names of states, of which one has to be the id's; empty for any state
 * @param producerIds producer ids, of which one has to be the id's; empty for any
 * @param olderThanMs only transactions that run for longer, in milliseconds (KIP-994); negative for any
 */
public record TransactionFilter(SortedSet<String> stateNames, SortedSet<Long> producerIds, long olderThanMs) {

    public TransactionFilter {
        stateNames = Collections.unmodifiableSortedSet(new TreeSet<>(stateNames));
        producerIds = Collections.unmodifiableSortedSet(new TreeSet<>(producerIds));
    }

    /** Names that are those of no state; nothing is in such a state. */
    public List<String> unknownStates() {
        return stateNames.stream()
                .filter(name -> !TransactionState.isName(name))
                .toList();
    }

    /** An id without a transaction counts as one that began at the beginning of time, as in the reference. */
    boolean matches(Transaction transaction, long nowMs) {
        boolean ofProducer = producerIds.isEmpty()
                || producerIds.contains(transaction.producer().id());
        boolean inState =
                stateNames.isEmpty() || stateNames.contains(transaction.state().wireName());
        boolean oldEnough = olderThanMs < 0 || nowMs - transaction.startedMs() > olderThanMs;
        return ofProducer && inState && oldEnough;
    }
}
