package io.milena.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import io.milena.common.Randomness;
import io.milena.common.errors.InterruptException;
import java.time.Clock;
import java.time.temporal.Temporal;
import java.util.Date;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Clocks, chance and threads come in through constructors: only the composition roots reach for them, and the two seams
 * {@code common.time} and {@link Randomness} wrap them. No thread that can touch a file is ever interrupted. Pure cores
 * see no outside world at all.
 */
class HiddenInputsTest {

    private static final JavaClasses MILENA = CompiledHouse.CLASSES;

    /** The broker's root is a package; those of client programs are the classes that users create, or run as tools. */
    private static final String BROKER_ROOT = "io.milena.server";

    private static final Set<String> CLIENT_ROOTS = Set.of(
            "io.milena.clients.producer.KafkaProducer",
            "io.milena.clients.consumer.KafkaConsumer",
            "io.milena.admin.KafkaAdmin",
            "io.milena.tools.ProcessShell");

    /** Packages that decide and nothing else. */
    private static final Set<String> PURE_ROOMS = Set.of(
            "io.milena.server.coordinator.state",
            "io.milena.server.coordinator.group",
            "io.milena.server.coordinator.transaction");

    /** Cores that the endings of {@link #PURE_ENDING} do not tell. */
    private static final Set<String> PURE_TYPES = Set.of(
            "io.milena.common.time.TimerWheel",
            "io.milena.storage.epoch.LeaderEpochs",
            "io.milena.storage.producer.ProducerStates",
            "io.milena.server.replication.Truncation",
            "io.milena.server.api.FetchSessionTable",
            "io.milena.server.controller.TopicCreation",
            "io.milena.server.controller.TopicDeletion",
            "io.milena.server.controller.LeaderElection",
            "io.milena.server.controller.ReplicaPlacement");

    private static final String PURE_ENDING = ".*(State|Machine|Plan)";

    private static GivenClassesConjunction noneOutsideTheRoots() {
        return noClasses().that(describe("are no composition root", type -> !isRoot(type)));
    }

    private static boolean isRoot(JavaClass type) {
        String outermost = type.getName().replaceAll("\\$.*", "");
        return type.getPackageName().equals(BROKER_ROOT) || CLIENT_ROOTS.contains(outermost);
    }

    @Test
    void onlyTheRootsAndTheirTimeReadClocks() {
        noneOutsideTheRoots()
                .and()
                .resideOutsideOfPackage("io.milena.common.time")
                .should()
                .callMethodWhere(target(owner(equivalentTo(System.class)))
                        .and(target(nameMatching("currentTimeMillis|nanoTime"))))
                .orShould()
                .callMethodWhere(target(owner(assignableTo(Clock.class).or(assignableTo(Temporal.class))))
                        .and(target(nameMatching("now|system.*"))))
                .orShould()
                .callConstructor(Date.class)
                .check(MILENA);
    }

    @Test
    void onlyTheRootsDrawByChance() {
        noneOutsideTheRoots()
                .and(describe("are no Randomness", type -> !type.isAssignableTo(Randomness.class)))
                .should()
                .callMethodWhere(target(owner(equivalentTo(UUID.class))).and(target(name("randomUUID"))))
                .orShould()
                .callMethodWhere(target(owner(equivalentTo(Math.class))).and(target(name("random"))))
                .orShould()
                .dependOnClassesThat(describe(
                        "draw by chance",
                        type -> type.isAssignableTo(Random.class)
                                || type.isEquivalentTo(SplittableRandom.class)
                                || type.isEquivalentTo(ThreadLocalRandom.class)))
                .check(MILENA);
    }

    @Test
    void onlyTheRootsMakeThreads() {
        noneOutsideTheRoots()
                .should()
                .callCodeUnitWhere(constructorOf(
                        "make threads",
                        type -> type.isAssignableTo(Thread.class)
                                || type.isAssignableTo(ExecutorService.class)
                                || type.isAssignableTo("io.netty.util.Timer")
                                || type.isEquivalentTo(Timer.class)))
                .orShould()
                .callMethodWhere(describe("use the common pool", HiddenInputsTest::usesTheCommonPool))
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Executors.class, ForkJoinPool.class)
                .check(MILENA);
    }

    /** Without an executor of its own, a future runs its work on a pool that nobody handed in. */
    private static boolean usesTheCommonPool(JavaCall<?> call) {
        String method = call.getTarget().getName();
        boolean onGivenExecutor =
                call.getTarget().getRawParameterTypes().stream().anyMatch(type -> type.isEquivalentTo(Executor.class));
        return call.getTargetOwner().isAssignableTo(CompletableFuture.class)
                && (method.endsWith("Async") && !onGivenExecutor || method.matches("orTimeout|completeOnTimeout"));
    }

    private static DescribedPredicate<JavaCall<?>> constructorOf(String what, Predicate<JavaClass> types) {
        return describe(what, call -> call.getTarget().getName().equals("<init>") && types.test(call.getTargetOwner()));
    }

    /**
     * The one door: an application's thread that was interrupted while a client waited finds its flag set again by the
     * exception that tells it so. Only what applications call makes that exception, and nothing that touches files.
     */
    @Test
    void nobodyInterruptsAndOnlyTheRootsSleep() {
        noClasses()
                .that(describe("are not the word to an interrupted application", type -> !isInterruptException(type)))
                .should()
                .callMethodWhere(target(owner(assignableTo(Thread.class))).and(target(nameMatching("interrupt|stop"))))
                .orShould()
                .callMethodWhere(target(name("shutdownNow")))
                .check(MILENA);
        noClasses()
                .that()
                .resideOutsideOfPackage("io.milena.clients..")
                .should()
                .callConstructorWhere(
                        target(owner(describe("tell of an interrupt", type -> isInterruptException(type)))))
                .check(MILENA);
        noneOutsideTheRoots()
                .should()
                .callMethodWhere(target(owner(assignableTo(Thread.class))).and(target(name("sleep"))))
                .check(MILENA);
    }

    private static boolean isInterruptException(JavaClass type) {
        return type.isEquivalentTo(InterruptException.class);
    }

    /** Bytes in memory, which records are read from, and counters that metrics read are no outside world. */
    @Test
    void pureCoresTouchNoOutsideWorld() {
        noClasses()
                .that(describe("are pure cores", HiddenInputsTest::isPure))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.io..",
                        "java.nio.channels..",
                        "java.nio.file..",
                        "java.net..",
                        "java.util.concurrent",
                        "java.util.concurrent.locks..",
                        "io.netty.bootstrap..",
                        "io.netty.channel..",
                        "io.netty.handler..",
                        "io.netty.util.concurrent..",
                        "org.apache.zookeeper..")
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("io\\.milena\\.common\\.time\\.(Time|SystemTime|Scheduler)")
                .check(MILENA);
    }

    private static boolean isPure(JavaClass type) {
        String outermost = type.getName().replaceAll("\\$.*", "");
        return PURE_ROOMS.contains(type.getPackageName())
                || PURE_TYPES.contains(outermost)
                || outermost.matches(PURE_ENDING) && !isRoot(type);
    }
}
