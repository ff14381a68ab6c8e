package io.milena.server.partition;

/** Is told when records of a producer had to be brought into another format or codec. Any thread. */
@FunctionalInterface
public interface ConversionWatch {

    /**
     * A batch was made anew.
     *
     * @param nanos how long it took to check the records and to make them anew
     * @param bytes size of what was made
     */
    void converted(long nanos, long bytes);
}
