package io.milena.server;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;

/** What the start scripts start in their test: says how it was called; with a last argument {@code wait} it stays. */
final class StubBroker {

    private StubBroker() {}

    public static void main(String[] args) throws InterruptedException {
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            System.out.println("option " + option);
        }
        for (String arg : args) {
            System.out.println("arg " + arg);
        }
        System.out.println("ready");
        if (args[args.length - 1].equals("wait")) {
            new CountDownLatch(1).await();
        }
    }
}
