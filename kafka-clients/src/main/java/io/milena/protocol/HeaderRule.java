package io.milena.protocol;

/**
 * Which header goes with which version of one API. From its first flexible version on, header and body are flexible;
 * two APIs have an exception for life. Immutable.
 *
 * @param firstFlexible the first flexible version, or {@link #NEVER}
 * @param exception where this API differs from the rule
 */
record HeaderRule(int firstFlexible, Exception exception) {

    static final int NEVER = Short.MAX_VALUE + 1;

    /** Where an API differs from the rule. */
    enum Exception {
        NONE,
        /** ApiVersions: a client must be able to read the answer to a version that the broker lacks (KIP-511). */
        PLAIN_RESPONSE,
        /** ControlledShutdown: its version 0 is older than client ids. */
        VERSION_0_WITHOUT_CLIENT_ID
    }

    short requestHeaderVersion(short version) {
        if (exception == Exception.VERSION_0_WITHOUT_CLIENT_ID && version == 0) {
            return RequestHeader.PLAIN;
        }
        return version >= firstFlexible ? RequestHeader.WITH_TAGS : RequestHeader.WITH_CLIENT_ID;
    }

    short responseHeaderVersion(short version) {
        boolean flexible = version >= firstFlexible && exception != Exception.PLAIN_RESPONSE;
        return flexible ? ResponseHeader.WITH_TAGS : ResponseHeader.PLAIN;
    }
}
