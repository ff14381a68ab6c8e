package io.milena.clients.consumer;

import io.milena.common.header.Headers;
import io.milena.record.MalformedRecords;

/**
 * The records of one batch, one after the other, in an array: reading fields from it is what a consumer spends most of
 * its time with. Valid until it is closed. Confined to the application's thread.
 */
sealed interface BatchRecords extends AutoCloseable permits HeapRecords, OldRecords {

    /** Moves to the next record; false after the last. */
    boolean next() throws MalformedRecords;

    long offset();

    long timestamp();

    /** What keys and values lie in. */
    byte[] array();

    int keyAt();

    /** Bytes of the key; negative if it is null. */
    int keyLength();

    int valueAt();

    /** Bytes of the value; negative if it is null. */
    int valueLength();

    /** The headers, for the application to keep. */
    Headers headers();

    @Override
    void close();
}
