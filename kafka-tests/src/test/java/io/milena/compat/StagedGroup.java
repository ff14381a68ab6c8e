package io.milena.compat;

import io.milena.testkit.JavaClients;
import java.util.List;
import java.util.Map;

/**
 * A group of consumers on its stage. Members have names of their own in it.
 *
 * @param configs how its members are configured, and commit
 */
record StagedGroup(GroupStage stage, String name, String configs) {

    private String named(String member) {
        return name + "/" + member;
    }

    /** In the JVM that stays. */
    void join(String member) {
        join(member, stage.home());
    }

    void join(String member, JavaClients jvm) {
        stage.join(jvm, named(member), configs);
    }

    /** As a static member, if its configuration ends with the key for that. */
    void joinAs(String instance, String member) {
        stage.join(stage.home(), named(member), configs + instance);
    }

    List<String> members() {
        return stage.membersOf(name).stream()
                .map(member -> member.substring(member.indexOf('/') + 1))
                .toList();
    }

    void leave(String member) {
        stage.leave(named(member));
    }

    void leaveAll() {
        stage.leaveAll(name);
    }

    void stall(String member) {
        stage.stall(named(member));
    }

    Map<String, String> state(String member) {
        return stage.state(named(member));
    }

    void awaitBalance() {
        stage.awaitBalance(name);
    }

    void awaitAllAt(String member) {
        stage.awaitAllAt(named(member));
    }

    void awaitMore(long records) {
        stage.awaitMore(name, records);
    }

    /** Until all is read that there will be. */
    void awaitEnd() {
        stage.awaitReached(name, stage.ends());
    }

    /** Fails unless its members kept the rules. */
    void verify() {
        stage.journal().verify(name, stage.ends());
    }

    /** How many times a partition was not handed over cleanly. */
    long accidents() {
        return stage.journal().accidents(name);
    }
}
