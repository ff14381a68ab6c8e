import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;

/**
 * How a test talks to a driver of clients in a JVM of its own: it writes commands to the standard input, one a line, as
 * {@code name key=value ...}, and reads a line for each, {@code ok key=value ...} or {@code error what}. The first line
 * says that the driver is ready. Whatever else clients print goes to standard error.
 */
final class Commands {

    private Commands() {}

    /** What a driver can do. */
    interface Driver {

        /** Carries out one command; returns what is told of it, without the {@code ok}. */
        String run(String command, Map<String, String> arguments) throws Exception;
    }

    /** Starts a driver and serves it until there are no more commands, which ends the JVM. */
    static void serve(Callable<Driver> start) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err);
        Driver driver = start.call();
        out.println("ok ready");
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(answer(driver, line));
            out.flush();
        }
        System.exit(0);
    }

    private static String answer(Driver driver, String line) {
        String[] words = line.trim().split(" ");
        Map<String, String> arguments = new LinkedHashMap<>();
        for (String word : Arrays.asList(words).subList(1, words.length)) {
            int equals = word.indexOf('=');
            arguments.put(word.substring(0, equals), word.substring(equals + 1));
        }
        try {
            return ("ok " + driver.run(words[0], arguments)).trim();
        } catch (ExecutionException e) {
            return error(e.getCause());
        } catch (Exception | AssertionError e) {
            return error(e);
        }
    }

    private static String error(Throwable e) {
        String message = String.valueOf(e.getMessage()).replace('\n', ' ');
        return "error " + e.getClass().getSimpleName() + ": " + message;
    }

    /** The configs of a client: arguments whose name has a dot, and to come back soon to a broker that was away. */
    static Properties configs(String bootstrap, Map<String, String> arguments) {
        var configs = new Properties();
        configs.put("bootstrap.servers", bootstrap);
        configs.put("reconnect.backoff.max.ms", "200");
        arguments.forEach((key, value) -> {
            if (key.contains(".")) {
                configs.put(key, value);
            }
        });
        return configs;
    }
}
