package io.milena.tools;

import io.milena.common.KafkaException;
import java.io.PrintWriter;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Runs a tool as a process: reads its options, and ends with what came of it.
 *
 * <pre>
 *   exit code 0    done; also --help and --version
 *   exit code 1    not done; the last line on standard error says why and what to do
 * </pre>
 */
final class ToolMain {

    static final int DONE = 0;
    static final int FAILED = 1;

    private static final Logger LOG = LoggerFactory.getLogger(ToolMain.class);
    private static final String NETTY_EVENTS = "io.netty.jfr.enabled";

    private ToolMain() {}

    /** Runs {@code tool} and ends the process. */
    static void exit(Tool tool, String... args) {
        if (System.getProperty(NETTY_EVENTS) == null) {
            System.setProperty(NETTY_EVENTS, "false");
        }
        var shell = new ProcessShell();
        int code = run(tool, shell, args);
        shell.ended();
        System.exit(code);
    }

    /** Runs {@code tool}; returns its exit code. */
    static int run(Tool tool, Shell shell, String... args) {
        CommandLine line = commandLine(tool);
        try {
            line.parseArgs(args);
            if (line.isUsageHelpRequested()) {
                line.usage(new PrintWriter(shell.out(), true));
                return DONE;
            }
            if (line.isVersionHelpRequested()) {
                shell.out().println(version());
                return DONE;
            }
            tool.run(shell);
            return shell.out().checkError() ? FAILED : DONE;
        } catch (ParameterException e) {
            return fail(line, shell, e.getMessage() + " (" + line.getCommandName() + " --help lists the options)");
        } catch (ToolFailure | KafkaException e) {
            LOG.debug("{} failed", line.getCommandName(), e);
            return fail(line, shell, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("{} failed in a way that it should not", line.getCommandName(), e);
            return fail(line, shell, e.toString());
        }
    }

    private static int fail(CommandLine line, Shell shell, String why) {
        shell.out().flush();
        String oneLine = why.strip().replaceAll("\\s*\\R\\s*", "; ");
        shell.err().println(line.getCommandName() + ": " + oneLine);
        return FAILED;
    }

    /** Options may be abbreviated as long as it is clear which is meant, and each has its value behind a blank or =. */
    private static CommandLine commandLine(Tool tool) {
        CommandLine line = new CommandLine(tool);
        CommandSpec spec = line.getCommandSpec();
        spec.addOption(OptionSpec.builder("--help")
                .usageHelp(true)
                .description("Prints this and ends.")
                .build());
        spec.addOption(OptionSpec.builder("--version")
                .versionHelp(true)
                .description("Prints the version and ends.")
                .build());
        spec.usageMessage().abbreviateSynopsis(true).width(100);
        return line.setAbbreviatedOptionsAllowed(true).setPosixClusteredShortOptionsAllowed(false);
    }

    private static String version() {
        return Objects.requireNonNullElse(ToolMain.class.getPackage().getImplementationVersion(), "unknown");
    }
}
