package io.milena.server.coordinator.transaction;

import io.milena.common.errors.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The answer to DescribeTransactions for one transactional id.
 *
 * @param transactionalId the id that was asked for
 * @param error why there is nothing to tell, such as TRANSACTIONAL_ID_NOT_FOUND; NONE if there is
 * @param transaction what is known; null with an error
 */
public record TransactionDescription(
        String transactionalId, ErrorCode error, @Nullable Transaction transaction) {

    /** There is nothing to tell. */
    public static TransactionDescription failed(String transactionalId, ErrorCode error) {
        return new TransactionDescription(transactionalId, error, null);
    }
}
