package io.milena.record;

/** What the header of a batch of format 2 says of its records. */
record RecordTally(int count, int lastOffsetDelta, long baseTimestamp, long maxTimestamp) {}
