package io.milena.record;

/**
 * Byte layout of one entry of a message set of format 0 or 1.
 *
 * <pre>
 *   at   size
 *    0    8   offset           of the message; of a wrapper: of its last inner message
 *    8    4   size             bytes after this field
 *   12    4   CRC-32           of everything from 16 to the end
 *   16    1   magic            0 or 1
 *   17    1   attributes       bits 0-2 codec, bit 3 timestamp type (format 1)
 *   18    8   timestamp        format 1 only
 *        4+n  key              length -1 for null
 *        4+n  value            length -1 for null
 * </pre>
 *
 * <p>Entries follow each other to the end of the bytes, without count or header. A compressed set is one entry, the
 * wrapper, with a null key and the compressed inner entries as its value. Inner offsets are absolute in format 0; in
 * format 1 they count from 0 and the wrapper's offset belongs to the last. A wrapper never holds a wrapper.
 */
final class LegacyMessageFormat {

    static final int OFFSET_AT = RecordBatchFormat.BASE_OFFSET_AT;
    static final int SIZE_AT = RecordBatchFormat.LENGTH_AT;
    static final int CRC_AT = RecordBatchFormat.LOG_OVERHEAD;
    static final int MAGIC_AT = CRC_AT + Integer.BYTES;
    static final int ATTRIBUTES_AT = MAGIC_AT + Byte.BYTES;
    static final int TIMESTAMP_AT = ATTRIBUTES_AT + Byte.BYTES;
    static final int KEY_LENGTH_V0_AT = TIMESTAMP_AT;
    static final int KEY_LENGTH_V1_AT = TIMESTAMP_AT + Long.BYTES;

    /** Bytes of an entry with null key and null value, by format. */
    static final int MIN_ENTRY_V0_BYTES = KEY_LENGTH_V0_AT + 2 * Integer.BYTES;

    static final int MIN_ENTRY_V1_BYTES = KEY_LENGTH_V1_AT + 2 * Integer.BYTES;

    private LegacyMessageFormat() {}

    static int keyLengthAt(byte magic) {
        return magic == RecordBatchFormat.MAGIC_V0 ? KEY_LENGTH_V0_AT : KEY_LENGTH_V1_AT;
    }

    static int minEntryBytes(byte magic) {
        return magic == RecordBatchFormat.MAGIC_V0 ? MIN_ENTRY_V0_BYTES : MIN_ENTRY_V1_BYTES;
    }
}
