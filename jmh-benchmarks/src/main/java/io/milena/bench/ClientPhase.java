package io.milena.bench;

import java.util.List;
import java.util.stream.Stream;

/**
 * One thing that client libraries are measured at, in commands of {@code load/ClientLoad.java}.
 *
 * @param name as it is printed; what is before the first blank is common to all whose mean is printed
 * @param preparation run once, by a process that is not measured
 * @param warming what both libraries do before they are measured, without its {@code ms}
 * @param command what is measured, without its {@code ms}
 * @param lengths how much longer than others the phase is measured
 */
record ClientPhase(String name, List<String> preparation, List<String> warming, String command, int lengths) {

    private static final int KIB = 1 << 10;
    private static final int READ_BYTES = 200_000_000;

    /**
     * A consumer that has come to the end of the log asks for more before it is sent back to the beginning. A broker
     * has that request wait, and those after it; with the default of half a second the consumers would sleep more than
     * read, and what is measured would be how they wake up.
     */
    private static final String READING = " fetch.max.wait.ms=5";

    /** The phases of {@code produce}, {@code consume} or {@code latency}. */
    static List<ClientPhase> of(String part) {
        return switch (part) {
            case "produce" -> Shape.all().map(ClientPhase::produce).toList();
            case "consume" -> Shape.all().map(ClientPhase::consume).toList();
            case "latency" -> Stream.of(500, 2000).map(ClientPhase::latency).toList();
            default ->
                throw new IllegalArgumentException("parts: " + part + " (expected: produce, consume or latency)");
        };
    }

    private static ClientPhase produce(Shape shape) {
        return new ClientPhase(
                "produce " + shape,
                List.of(shape.create("produced"), shape.create("warm")),
                List.of(shape.produce("warm")),
                shape.produce("produced") + " heap=1",
                1);
    }

    /** Both read the same records again and again. */
    private static ClientPhase consume(Shape shape) {
        String reading = shape.consume("read");
        return new ClientPhase(
                "consume " + shape,
                List.of(
                        shape.create("read") + " retention.bytes=-1",
                        shape.produce("read") + " records=" + READ_BYTES / shape.size),
                List.of(reading),
                reading + " heap=1",
                1);
    }

    /** A process that has done all that clients do: at a low rate its compiler would need minutes to see enough. */
    private static ClientPhase latency(int rate) {
        Stream<String> topics = Shape.all().map(shape -> shape.create("both"));
        List<String> warming = Shape.all()
                .flatMap(shape -> Stream.of(shape.produce("both"), shape.consume("both")))
                .toList();
        String topic = " topic=latency-" + rate + " partitions=1";
        return new ClientPhase(
                "end to end at " + rate + "/s, acks=all",
                Stream.concat(topics, Stream.of("create" + topic)).toList(),
                warming,
                "latency" + topic + " size=200 acks=all linger.ms=0 rate=" + rate,
                2);
    }

    /** Records of one kind, in so many partitions, and the commands for a topic of them. */
    private record Shape(int size, String codec, int partitions) {

        static Stream<Shape> all() {
            return Stream.of(100, KIB)
                    .flatMap(size -> Stream.of("none", "lz4")
                            .flatMap(codec -> Stream.of(1, 16).map(count -> new Shape(size, codec, count))));
        }

        String create(String what) {
            return "create" + topic(what);
        }

        String produce(String what) {
            return "produce" + topic(what) + " size=" + size + " compression.type=" + codec + " linger.ms=5";
        }

        String consume(String what) {
            return "consume" + topic(what) + READING;
        }

        private String topic(String what) {
            return " topic=" + what + "-" + size + "-" + codec + "-" + partitions + " partitions=" + partitions;
        }

        @Override
        public String toString() {
            return (size == KIB ? "1 KiB" : size + " B") + ", " + codec + ", " + partitions
                    + (partitions == 1 ? " partition" : " partitions");
        }
    }
}
