package io.milena.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The walls of {@link HousePlan} stand, and what must come in through constructors is not reached for. */
class HousePlanTest {

    private static final HousePlan PLAN = new HousePlan();

    private static final JavaClasses MILENA = CompiledHouse.CLASSES;

    @TestFactory
    Stream<DynamicTest> everyRoomSeesOnlyItsNeighboursThroughTheirFrontDoors() {
        return PLAN.rooms().stream()
                .map(room -> DynamicTest.dynamicTest(room, () -> wallsOf(room).check(MILENA)));
    }

    private static ArchRule wallsOf(String room) {
        return noClasses()
                .that(describe("live in " + room, type -> room.equals(PLAN.roomOf(type))))
                .should()
                .dependOnClassesThat(describe(
                        "lie behind a wall: " + room + " sees the front doors of " + PLAN.seenFrom(room),
                        type -> isOurs(type) && !PLAN.allows(room, type)))
                .allowEmptyShould(true);
    }

    private static boolean isOurs(JavaClass type) {
        return !type.isArray() && type.getPackageName().startsWith(HousePlan.BASE);
    }

    @Test
    void everyClassLivesInARoom() {
        classes()
                .should(ArchCondition.from(describe(
                        "live in a listed room", type -> !PLAN.roomOf(type).isEmpty())))
                .check(MILENA);
    }

    @Test
    void thePlanItselfHasNoCircle() {
        Set<String> settled = new HashSet<>();
        boolean progress = true;
        while (progress) {
            progress = settled.addAll(PLAN.rooms().stream()
                    .filter(room -> settled.containsAll(others(room)))
                    .toList());
        }

        assertThat(settled).containsAll(PLAN.rooms());
    }

    private static Set<String> others(String room) {
        Set<String> others = new HashSet<>(PLAN.seenFrom(room));
        others.remove(room);
        return others;
    }

    @Test
    void roomsFormNoCircle() {
        slices().matching("io.milena.(*)..").should().beFreeOfCycles().check(MILENA);
        slices().matching("io.milena.server.(*)..")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(MILENA);
    }

    @Test
    void nothingOfApacheKafkaIsOnARuntimePath() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "kafka..")
                .check(MILENA);
    }

    @Test
    void zooKeeperIsSeenOnlyByItsRoom() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.milena.server.zookeeper..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.zookeeper..")
                .check(MILENA);
    }

    @Test
    void oneHandlerPerApiAndNobodyElseNamesIt() {
        classes()
                .that()
                .resideInAPackage("io.milena.server.api")
                .and()
                .haveSimpleNameEndingWith("Handler")
                .should()
                .beTopLevelClasses()
                .andShould()
                .bePackagePrivate()
                .allowEmptyShould(true)
                .check(MILENA);
    }
}
