package io.milena.server;

import io.milena.server.partition.InSyncProposals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A leader without followers has no other in-sync set to propose; should one do so, that is told and not answered. */
final class SoleReplicaProposals implements InSyncProposals {

    private static final Logger log = LoggerFactory.getLogger(SoleReplicaProposals.class);

    @Override
    public void propose(Proposal proposal) {
        log.warn(
                "{} wants {} as its in-sync set in epoch {}, but this version follows no leader",
                proposal.partition(),
                proposal.inSync(),
                proposal.leaderEpoch());
    }
}
