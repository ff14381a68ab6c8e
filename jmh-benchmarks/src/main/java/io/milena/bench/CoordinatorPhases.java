package io.milena.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * What groups and transactions cost both brokers, in turn, forth and back. Joins and commits come from the bare wire,
 * transactions from the reference's producer.
 */
final class CoordinatorPhases {

    /** Of both brokers: all come meanwhile, once the brokers are warm. */
    static final int INITIAL_DELAY_MS = 300;

    /** Joins are so short that a compiler would else have most of what is measured. */
    private static final int JOINS_A_ROUND = 10;

    private static final String TOPIC = "coordinated";
    private static final int GROUPS = 4;
    private static final int GROUP_SIZE = 8;
    private static final int CROWD = 500;
    private static final int PARTITIONS = GroupCrowd.partitionsFor(GROUP_SIZE);

    private final LoadClients clients;
    private final Contender ours;
    private final Contender reference;
    private final Rounds rounds;
    private final Report report;
    private int crowds;

    /** How often each broker is warmed up and measured, and how long a phase is. */
    record Rounds(int warm, int measured, int phaseMs) {}

    private CoordinatorPhases(LoadClients clients, Contender ours, Contender reference, Rounds rounds, Report report) {
        this.clients = clients;
        this.ours = ours;
        this.reference = reference;
        this.rounds = rounds;
        this.report = report;
    }

    /** Both brokers with a topic to commit for, and their coordinators at work. */
    static CoordinatorPhases on(LoadClients clients, Contender ours, Contender reference, Rounds rounds, Report report)
            throws IOException {
        for (Contender broker : List.of(ours, reference)) {
            clients.run(broker, "create topic=" + TOPIC + " partitions=" + PARTITIONS);
            clients.run(broker, "offsets topic=" + TOPIC + " groups=1 partitions=1");
        }
        return new CoordinatorPhases(clients, ours, reference, rounds, report);
    }

    private Map<Contender, Work> alternately(Alternation.Phase<Contender, Work> phase) throws IOException {
        return alternately(1, phase);
    }

    private Map<Contender, Work> alternately(int timesARound, Alternation.Phase<Contender, Work> phase)
            throws IOException {
        return new Alternation<>(List.of(reference, ours), timesARound * rounds.warm(), timesARound * rounds.measured())
                .run(phase, Work::plus);
    }

    private void report(String name, String unit, Map<Contender, Work> sums) {
        Work here = sums.get(ours);
        Work there = sums.get(reference);
        report.add(name, "broker CPU us/" + unit, here.cpuSecondsPerUnit() * 1e6, there.cpuSecondsPerUnit() * 1e6);
        report.add(name, unit + "s/s", here.unitsPerSecond(), there.unitsPerSecond());
    }

    /** Commits of offsets, then joins. */
    void groups() throws IOException {
        commits();
        joins(CROWD + " members join one group");
        Cores apart = Cores.apart(List.of(ours, reference));
        try {
            joins(CROWD + " members on one core join a broker on another");
        } finally {
            apart.giveBack();
        }
    }

    /** Members of several groups, each of which commits again when it has been answered. */
    private void commits() throws IOException {
        try (GroupCrowd here = GroupCrowd.connect(ours, GROUPS, GROUP_SIZE, "committing-");
                GroupCrowd there = GroupCrowd.connect(reference, GROUPS, GROUP_SIZE, "committing-")) {
            here.settle();
            there.settle();
            Map<Contender, GroupCrowd> crowds = Map.of(ours, here, reference, there);
            report("commit of 4 offsets, 32 members", "commit", alternately(broker -> {
                double cpuBefore = broker.process().cpuSeconds();
                long start = System.nanoTime();
                int commits = crowds.get(broker).commit(TOPIC, rounds.phaseMs());
                double seconds = (System.nanoTime() - start) / 1e9;
                return new Work(commits, seconds, broker.process().cpuSeconds() - cpuBefore);
            }));
            here.leave();
            there.leave();
        }
    }

    /** From the end of the initial delay until all have their shares. */
    private void joins(String name) throws IOException {
        Map<Contender, Work> sums = alternately(JOINS_A_ROUND, broker -> {
            try (GroupCrowd crowd = GroupCrowd.connect(broker, 1, CROWD, "crowd-" + crowds++ + "-")) {
                double cpuBefore = broker.process().cpuSeconds();
                double seconds = crowd.settle().secondsBeyond(INITIAL_DELAY_MS);
                var work = new Work(1, seconds, broker.process().cpuSeconds() - cpuBefore);
                crowd.leave();
                return work;
            }
        });
        Work here = sums.get(ours);
        Work there = sums.get(reference);
        report.add(name, "ms after the delay", here.secondsPerUnit() * 1e3, there.secondsPerUnit() * 1e3);
        report.add(name, "broker CPU ms", here.cpuSecondsPerUnit() * 1e3, there.cpuSecondsPerUnit() * 1e3);
    }

    /** A hundred records over four partitions in each transaction. */
    void transactions() throws IOException {
        report("transaction of 100 records, 4 partitions", "transaction", alternately(broker -> {
            double cpuBefore = broker.process().cpuSeconds();
            Map<String, String> answer = clients.run(
                    broker,
                    "transact topic=" + TOPIC + " partitions=4 records=100 size=100 producers=4 ms="
                            + rounds.phaseMs());
            return Work.of(answer, "transactions", broker.process().cpuSeconds() - cpuBefore);
        }));
    }
}
