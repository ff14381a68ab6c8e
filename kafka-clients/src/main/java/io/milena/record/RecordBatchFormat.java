package io.milena.record;

/**
 * Byte layout of a record batch of format 2 (KIP-98), on the wire and in {@code .log} files alike.
 *
 * <pre>
 *   at   size
 *    0    8   base offset              offset of the first record; 0 from a producer, the leader assigns it
 *    8    4   length                   bytes after this field
 *   12    4   partition leader epoch   assigned by the leader
 *   16    1   magic                    2
 *   17    4   CRC-32C                  of everything from 21 to the end
 *   21    2   attributes               see below
 *   23    4   last offset delta        kept by compaction even if the last record goes
 *   27    8   base timestamp           of the first record, or the delete horizon
 *   35    8   max timestamp            greatest of the batch, or the append time
 *   43    8   producer id              -1 for none
 *   51    2   producer epoch           -1 for none
 *   53    4   base sequence            of the first record; -1 for none
 *   57    4   record count
 *   61        records                  one compressed block if a codec is set
 *
 *   attributes:  bit  0-2    3               4               5         6                 7-15
 *                     codec  timestamp type  transactional   control   delete horizon    0
 * </pre>
 *
 * <p>Big-endian. The first 17 bytes lie outside the CRC, so the leader assigns offset and epoch without computing it
 * again. A crash may leave a batch cut short at the end of a file; the CRC finds it, and recovery cuts it off.
 *
 * <p>Messages of formats 0 and 1 share the first twelve bytes and the place of the magic byte, see {@link
 * LegacyMessageFormat}.
 */
public final class RecordBatchFormat {

    public static final int BASE_OFFSET_AT = 0;
    public static final int LENGTH_AT = BASE_OFFSET_AT + Long.BYTES;

    /** Bytes of base offset and length: what a batch is longer than its length field says. */
    public static final int LOG_OVERHEAD = LENGTH_AT + Integer.BYTES;

    public static final int LEADER_EPOCH_AT = LOG_OVERHEAD;
    public static final int MAGIC_AT = LEADER_EPOCH_AT + Integer.BYTES;
    public static final int CRC_AT = MAGIC_AT + Byte.BYTES;
    public static final int ATTRIBUTES_AT = CRC_AT + Integer.BYTES;
    public static final int LAST_OFFSET_DELTA_AT = ATTRIBUTES_AT + Short.BYTES;
    public static final int BASE_TIMESTAMP_AT = LAST_OFFSET_DELTA_AT + Integer.BYTES;
    public static final int MAX_TIMESTAMP_AT = BASE_TIMESTAMP_AT + Long.BYTES;
    public static final int PRODUCER_ID_AT = MAX_TIMESTAMP_AT + Long.BYTES;
    public static final int PRODUCER_EPOCH_AT = PRODUCER_ID_AT + Long.BYTES;
    public static final int BASE_SEQUENCE_AT = PRODUCER_EPOCH_AT + Short.BYTES;
    public static final int RECORD_COUNT_AT = BASE_SEQUENCE_AT + Integer.BYTES;

    /** Bytes of a batch before its records. */
    public static final int HEADER_BYTES = RECORD_COUNT_AT + Integer.BYTES;

    /** Bytes after which the magic of any format is known. */
    public static final int MAGIC_KNOWN_BYTES = MAGIC_AT + Byte.BYTES;

    public static final byte MAGIC_V0 = 0;
    public static final byte MAGIC_V1 = 1;
    public static final byte MAGIC_V2 = 2;

    public static final int CODEC_MASK = 0x07;
    public static final int LOG_APPEND_TIME_BIT = 0x08;
    public static final int TRANSACTIONAL_BIT = 0x10;
    public static final int CONTROL_BIT = 0x20;
    public static final int DELETE_HORIZON_BIT = 0x40;

    public static final long NO_TIMESTAMP = -1;
    public static final long NO_PRODUCER_ID = -1;
    public static final short NO_PRODUCER_EPOCH = -1;
    public static final int NO_SEQUENCE = -1;
    public static final int NO_LEADER_EPOCH = -1;

    private RecordBatchFormat() {}
}
