package io.milena.server;

import io.milena.common.config.ConfigException;
import io.milena.server.settings.ConfigCatalogue;
import io.netty.util.internal.PlatformDependent;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a broker from the command line and stops it on SIGTERM or SIGINT.
 *
 * <pre>
 *   exit code 0    stopped in order
 *   exit code 1    could not start, or could not go on; the last line says why and what to do
 * </pre>
 */
public final class BrokerMain {

    /** Where relative folders of the configuration begin; set by the start script. */
    private static final String HOME_PROPERTY = "milena.home";

    private static final String NETTY_EVENTS = "io.netty.jfr.enabled";

    private static final int FAILED = 1;

    private BrokerMain() {}

    public static void main(String[] args) {
        settingsOfNetty();
        var warmUp = new WarmUp();
        Thread beside = new Thread(warmUp, "start-warm-up");
        beside.setDaemon(true);
        beside.start();
        Logger log = LoggerFactory.getLogger(BrokerMain.class);
        warmUp.loggingIsReady();
        try {
            run(CommandLine.parse(args), log);
        } catch (CommandLine.UsageException e) {
            System.err.println(e.getMessage());
            System.exit(FAILED);
        } catch (ConfigException | StartException e) {
            log.error("The broker does not start: {}", e.getMessage());
            System.exit(FAILED);
        } catch (RuntimeException | LinkageError e) {
            log.error("The broker does not start", e);
            System.exit(FAILED);
        }
    }

    /** Netty's own flight recorder events would load that part of the JDK for the first buffer. */
    private static void settingsOfNetty() {
        if (System.getProperty(NETTY_EVENTS) == null) {
            System.setProperty(NETTY_EVENTS, "false");
        }
    }

    private static void run(CommandLine line, Logger log) {
        ConfigCatalogue catalogue = ConfigCatalogue.load();
        BrokerConfig config = BrokerConfig.from(line.properties(), surroundings(), catalogue);
        config.source().warnings().forEach(warning -> log.warn("{}", warning));
        Broker broker = Broker.start(
                config,
                catalogue,
                new Broker.Environment(ManagementFactory::getPlatformMBeanServer, why -> giveUp(why, log)));
        var stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            log.info("broker {} is told to stop", config.brokerId());
                            broker.close();
                            stopped.countDown();
                        },
                        "broker-stop"));
        awaitQuietly(stopped, log);
    }

    private static void awaitQuietly(CountDownLatch stopped, Logger log) {
        try {
            stopped.await();
        } catch (InterruptedException e) {
            log.warn("interrupted; the broker goes on until it is told to stop");
        }
    }

    private static void giveUp(String why, Logger log) {
        log.error("The broker cannot go on: {}", why);
        Thread end = new Thread(() -> System.exit(FAILED), "broker-give-up");
        end.start();
    }

    private static BrokerConfig.Surroundings surroundings() {
        Path home =
                Path.of(System.getProperty(HOME_PROPERTY, "")).toAbsolutePath().normalize();
        return new BrokerConfig.Surroundings(home, BrokerMain::hostName, PlatformDependent.maxDirectMemory());
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getCanonicalHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
