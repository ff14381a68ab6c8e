package io.milena.common.acl;

/** What someone may be allowed to do with a resource. */
public enum AclOperation {
    /** One that this client does not know. */
    UNKNOWN(0),
    /** In a filter: any of them. */
    ANY(1),
    ALL(2),
    READ(3),
    WRITE(4),
    CREATE(5),
    DELETE(6),
    ALTER(7),
    DESCRIBE(8),
    CLUSTER_ACTION(9),
    DESCRIBE_CONFIGS(10),
    ALTER_CONFIGS(11),
    IDEMPOTENT_WRITE(12),
    CREATE_TOKENS(13),
    DESCRIBE_TOKENS(14);

    private final byte code;

    AclOperation(int code) {
        this.code = (byte) code;
    }

    /** The number on the wire. */
    public byte code() {
        return code;
    }

    /** The operation of a number; {@link #UNKNOWN} if no release knows it. */
    public static AclOperation fromCode(byte code) {
        for (AclOperation operation : values()) {
            if (operation.code == code) {
                return operation;
            }
        }
        return UNKNOWN;
    }

    public boolean isUnknown() {
        return this == UNKNOWN;
    }
}
