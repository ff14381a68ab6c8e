package io.milena.clients.consumer;

import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import java.util.Set;

/** Partitions have no usable position, and {@code auto.offset.reset} gives none; a seek gives them one. */
public abstract class InvalidOffsetException extends KafkaException {

    private static final long serialVersionUID = 1L;

    protected InvalidOffsetException(String message) {
        super(message);
    }

    /** The partitions without a usable position. */
    public abstract Set<TopicPartition> partitions();
}
