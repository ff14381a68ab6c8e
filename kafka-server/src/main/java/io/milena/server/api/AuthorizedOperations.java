package io.milena.server.api;

/**
 * Which operations a caller may do on a resource, as a bit field: bit {@code n} stands for the operation of number
 * {@code n} (KIP-430). Without an authorizer everyone may do everything that the resource knows.
 */
final class AuthorizedOperations {

    /** The caller did not ask. */
    static final int NOT_ASKED = Integer.MIN_VALUE;

    /** Read, Write, Create, Delete, Alter, Describe, DescribeConfigs and AlterConfigs. */
    static final int ALL_OF_TOPIC = 0x0df8;

    /** Create, Alter, Describe, ClusterAction, DescribeConfigs, AlterConfigs and IdempotentWrite. */
    static final int ALL_OF_CLUSTER = 0x1fa0;

    /** Read, Delete and Describe. */
    static final int ALL_OF_GROUP = 0x0148;

    private AuthorizedOperations() {}

    static int ofTopic(boolean asked) {
        return asked ? ALL_OF_TOPIC : NOT_ASKED;
    }

    static int ofCluster(boolean asked) {
        return asked ? ALL_OF_CLUSTER : NOT_ASKED;
    }

    static int ofGroup(boolean asked) {
        return asked ? ALL_OF_GROUP : NOT_ASKED;
    }
}
