package io.milena.tools;

import io.milena.admin.Admin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kafka-topics.sh}: creates, lists, describes, enlarges and deletes topics. */
@Command(name = "kafka-topics.sh", description = "Creates, lists, describes, enlarges and deletes topics.")
final class TopicsTool implements Tool {

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(names = "--list", description = "Lists topics.")
    boolean list;

    @Option(names = "--create", description = "Creates a topic.")
    boolean create;

    @Option(names = "--describe", description = "Describes topics: partitions, leaders, replicas, settings.")
    boolean describe;

    @Option(names = "--alter", description = "Gives topics more partitions.")
    boolean alter;

    @Option(names = "--delete", description = "Deletes topics.")
    boolean delete;

    @Option(
            names = "--topic",
            paramLabel = "TOPIC",
            description = "The topic. But for --create, a regular expression, or several with commas between them.")
    @Nullable
    String topic;

    @Option(names = "--topic-id", paramLabel = "ID", description = "With --describe: the topic by its id.")
    @Nullable
    String topicId;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description = "How many partitions the topic has or shall have; the cluster's default if it is not given."
                    + " With more partitions, keys may lie in others than before.")
    @Nullable
    Integer partitions;

    @Option(
            names = "--replication-factor",
            paramLabel = "N",
            description = "How many replicas each partition has; the cluster's default if it is not given.")
    @Nullable
    Integer replicationFactor;

    @Option(
            names = "--replica-assignment",
            paramLabel = "ID:ID:...,ID:ID:...",
            description = "Ids of the brokers that have each partition, the preferred leader first.")
    @Nullable
    String replicaAssignment;

    @Option(
            names = "--config",
            paramLabel = "KEY=VALUE",
            description = "With --create: a setting of the topic. May be given several times.")
    List<String> configs = new ArrayList<>();

    @Option(names = "--if-not-exists", description = "With --create: a topic that exists is no error.")
    boolean ifNotExists;

    @Option(
            names = "--if-exists",
            description = "With --alter, --delete, --describe: a topic that does not exist is no error.")
    boolean ifExists;

    @Option(
            names = "--exclude-internal",
            description = "With --list, --describe: without topics that the cluster keeps for itself.")
    boolean excludeInternal;

    @Option(
            names = "--under-replicated-partitions",
            description = "With --describe: only partitions that have replicas out of sync.")
    boolean underReplicated;

    @Option(names = "--unavailable-partitions", description = "With --describe: only partitions without a leader.")
    boolean unavailable;

    @Option(
            names = "--under-min-isr-partitions",
            description = "With --describe: only partitions with fewer replicas in sync than min.insync.replicas.")
    boolean underMinIsr;

    @Option(
            names = "--at-min-isr-partitions",
            description = "With --describe: only partitions with as many replicas in sync as min.insync.replicas.")
    boolean atMinIsr;

    @Option(
            names = "--topics-with-overrides",
            description = "With --describe: only topics with settings of their own, without their partitions.")
    boolean withOverrides;

    @Option(
            names = "--partition-size-limit-per-response",
            paramLabel = "N",
            hidden = true,
            description = "Without effect: answers are not limited.")
    @Nullable
    Integer partitionLimit;

    public static void main(String[] args) {
        ToolMain.exit(new TopicsTool(), args);
    }

    @Override
    public void run(Shell shell) {
        new TopicsCheck(this).run();
        try (Admin admin = connection.connect()) {
            var found = new FoundTopics(admin, Optional.ofNullable(topic), excludeInternal);
            if (create) {
                new TopicCreation(this, admin, shell.out()).run();
            } else if (list) {
                shell.out().println(String.join(System.lineSeparator(), found.names()));
            } else if (alter) {
                new TopicGrowth(this, admin, found).run();
            } else if (delete) {
                List<String> names = found.required(ifExists);
                ConnectionOptions.await(admin.deleteTopics(names).all());
            } else {
                new TopicReport(this, admin, shell.out()).print(found);
            }
        }
    }
}
