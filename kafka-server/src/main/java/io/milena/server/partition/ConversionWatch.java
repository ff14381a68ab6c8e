package io.milena.server.partition;

/** Is told when records of a producer had to be brought into another format or codec. Any thread. */
@FunctionalInterface
public interface ConversionWatch {

    /**
     * A batch was made anew.
     *
     * @param nanos how long the records were looked through for that
     * @param bytes size of what was made
     */
    void converted(long nanos, long bytes);
}
