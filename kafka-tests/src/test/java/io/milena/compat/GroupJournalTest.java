package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The judge of what group members did tells the good from the bad. */
class GroupJournalTest {

    private static final long[] TEN = {10};

    @TempDir
    private Path folder;

    private GroupJournal journal(String... lines) throws IOException {
        Path file = folder.resolve("journal");
        Files.writeString(file, "g " + String.join("\ng ", lines) + "\n");
        return GroupJournal.of(List.of(file));
    }

    @Test
    void aCleanHandOverIsRight() throws IOException {
        var journal = journal(
                "a 1 assigned 0 0 0",
                "a 2 read 0 0 4",
                "a 3 committed 0 5 5",
                "a 4 revoked 0 0 0",
                "b 5 assigned 0 0 0",
                "b 6 read 0 5 9");

        assertThat(journal.reached("g", TEN)).isTrue();
        assertThatCode(() -> journal.verify("g", TEN)).doesNotThrowAnyException();
    }

    @Test
    void whatWasHandedOverCleanlyIsNotReadTwice() throws IOException {
        var journal = journal(
                "a 1 assigned 0 0 0", "a 2 read 0 0 4", "a 4 revoked 0 0 0", "b 5 assigned 0 0 0", "b 6 read 0 4 9");

        assertThatThrownBy(() -> journal.verify("g", TEN)).hasMessageContaining("goes on");
    }

    @Test
    void afterACrashAMemberBeginsBetweenTheCommittedOffsetAndTheEnd() throws IOException {
        String[] crashed = {
            "a 1 assigned 0 0 0", "a 2 read 0 0 2", "a 3 committed 0 3 3", "a 4 read 0 3 6", "b 5 assigned 0 0 0", ""
        };

        for (int first = 0; first < 10; first++) {
            crashed[5] = "b 6 read 0 " + first + " 9";
            var journal = journal(crashed);
            if (first < 3 || first > 7) {
                assertThatThrownBy(() -> journal.verify("g", TEN)).hasMessageContaining("goes on");
            } else {
                assertThatCode(() -> journal.verify("g", TEN)).doesNotThrowAnyException();
            }
        }
    }

    @Test
    void twoOwnersAtATimeAreOneTooMany() throws IOException {
        var beforeRevocation = journal(
                "a 1 assigned 0 0 0", "a 2 read 0 0 4", "b 3 assigned 0 0 0", "a 4 revoked 0 0 0", "b 5 read 0 5 9");
        var beforeTheLastRead = journal(
                "a 1 assigned 0 0 0", "a 2 read 0 0 2", "b 3 assigned 0 0 0", "a 4 read 0 3 4", "b 5 read 0 5 9");

        assertThatThrownBy(() -> beforeRevocation.verify("g", TEN)).hasMessageContaining("one owner");
        assertThatThrownBy(() -> beforeTheLastRead.verify("g", TEN)).hasMessageContaining("one owner");
    }

    @Test
    void gapsAndMissingEndsAreFound() throws IOException {
        var unfinished = journal("a 1 assigned 0 0 0", "a 2 read 0 0 8");

        assertThat(unfinished.reached("g", TEN)).isFalse();
        assertThatThrownBy(() -> unfinished.verify("g", TEN)).hasMessageContaining("read to its end");
        assertThatThrownBy(() -> journal("a 1 assigned 0 0 0", "a 2 read 0 0 3", "a 3 read 0 5 9"))
                .hasMessageContaining("after offset 3");
        assertThatThrownBy(() -> journal("a 1 read 0 0 3")).hasMessageContaining("whose partitions");
    }
}
