package io.milena.server.coordinator.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables of states in {@code docs/ARCHITECTURE.md}, so that tests can hold them against the code: a column of
 * states, one of those that each leads on to, and one in words. A line without a state goes on with the one above.
 */
public final class DrawnStates {

    private static final Path DOCUMENT = Path.of("..", "docs", "ARCHITECTURE.md");
    private static final String FENCE = "```";
    private static final Pattern LINE = Pattern.compile("([A-Z_]*) +([A-Z_]+(?:, [A-Z_]+)*)(?:  .*)?");

    private DrawnStates() {}

    /** The first table under this heading; states that lead to nothing are in it too. */
    public static <S extends Enum<S>> Map<S, Set<S>> under(String heading, Class<S> type) {
        Map<S, Set<S>> next = new EnumMap<>(type);
        List.of(type.getEnumConstants()).forEach(state -> next.put(state, EnumSet.noneOf(type)));
        String current = "";
        for (String line : tableUnder(heading)) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                current = matcher.group(1).isEmpty() ? current : matcher.group(1);
                Set<S> drawn = next.get(Enum.valueOf(type, current));
                List.of(matcher.group(2).split(", ")).forEach(name -> drawn.add(Enum.valueOf(type, name)));
            }
        }
        return next;
    }

    private static List<String> tableUnder(String heading) {
        try (var lines = Files.lines(DOCUMENT)) {
            return lines.dropWhile(line -> !line.equals("## " + heading))
                    .dropWhile(line -> !line.startsWith("state "))
                    .takeWhile(line -> !line.equals(FENCE))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
