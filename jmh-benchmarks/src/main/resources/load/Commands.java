import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Commands of one kind, and the loop that takes them: from standard input, one a line, as {@code name key=value ...},
 * each with {@code at=HOST:PORT}; each is answered with one line, {@code ok key=value ...} or {@code error what}.
 */
public interface Commands {

    /** What is to be said of the command, as {@code key=value ...}. */
    String run(String command, Map<String, String> arguments) throws Exception;

    /** Answers commands until standard input ends, and then ends the process. */
    static void serve(Commands commands) throws IOException {
        PrintStream out = System.out;
        System.setOut(System.err);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(answer(commands, line.trim().split(" ")));
            out.flush();
        }
        System.exit(0);
    }

    private static String answer(Commands commands, String[] words) {
        Map<String, String> arguments = new HashMap<>();
        for (String word : List.of(words).subList(1, words.length)) {
            arguments.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
        }
        try {
            return "ok " + commands.run(words[0], arguments);
        } catch (Exception e) {
            e.printStackTrace();
            return "error " + e.toString().replace('\n', ' ');
        }
    }
}
