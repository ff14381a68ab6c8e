package io.milena.clients.consumer;

import io.milena.common.header.Headers;
import io.milena.common.header.internals.RecordHeaders;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordIterator;
import io.milena.record.RecordView;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** The records of a message of format 0 or 1, each copied into an array of its own. They have no headers. */
final class OldRecords implements BatchRecords {

    private final RecordIterator records;
    private byte[] bytes = new byte[0];
    private int keyLength;
    private int valueLength;

    OldRecords(RecordBatch batch, Decompressor decompressor) throws MalformedRecords {
        records = RecordIterator.open(batch, decompressor);
    }

    @Override
    public boolean next() throws MalformedRecords {
        if (!records.next()) {
            return false;
        }
        RecordView record = records.record();
        keyLength = record.keyLength();
        valueLength = record.valueLength();
        bytes = new byte[Math.max(keyLength, 0) + Math.max(valueLength, 0)];
        copy(record.key(), 0);
        copy(record.value(), valueAt());
        return true;
    }

    private void copy(@Nullable ByteBuf field, int to) {
        if (field != null) {
            field.getBytes(field.readerIndex(), bytes, to, field.readableBytes());
        }
    }

    @Override
    public long offset() {
        return records.record().offset();
    }

    @Override
    public long timestamp() {
        return records.record().timestamp();
    }

    @Override
    public byte[] array() {
        return bytes;
    }

    @Override
    public int keyAt() {
        return 0;
    }

    @Override
    public int keyLength() {
        return keyLength;
    }

    @Override
    public int valueAt() {
        return Math.max(keyLength, 0);
    }

    @Override
    public int valueLength() {
        return valueLength;
    }

    @Override
    public Headers headers() {
        return new RecordHeaders();
    }

    @Override
    public void close() {
        records.close();
    }
}
