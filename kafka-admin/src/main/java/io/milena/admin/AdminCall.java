package io.milena.admin;

import io.milena.common.errors.ApiException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.VersionRange;
import java.util.Optional;

/**
 * One thing that is asked of a cluster: what to send, to whom, and what the answer means. It knows what of it is still
 * open, so that a further try asks for the rest only.
 *
 * <p>Confined to the admin's event loop, where {@link AdminDriver} calls it.
 *
 * @param <A> the answer
 */
interface AdminCall<A extends ApiMessage> {

    /** As users know it. */
    String name();

    ApiKey api();

    /** Who is asked. */
    Route route();

    /** Versions in which this can be asked. */
    default VersionRange versions() {
        return api().requestVersions();
    }

    /**
     * What is asked: all that is open.
     *
     * @param timeoutMs what is left for the broker to do it
     */
    ApiMessage request(short version, int timeoutMs);

    /**
     * Takes what an answer says.
     *
     * @return why something is left that a further try may bring; empty if nothing is left
     */
    Optional<ApiException> answered(A answer);

    /** All that is open has failed. */
    void failed(RuntimeException cause);
}
