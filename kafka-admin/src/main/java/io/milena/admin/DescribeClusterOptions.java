package io.milena.admin;

/** How {@link Admin#describeCluster(DescribeClusterOptions)} goes about it. Not thread-safe. */
public final class DescribeClusterOptions extends AbstractOptions<DescribeClusterOptions> {

    private boolean includeAuthorizedOperations;

    /** Whether it is told what the caller may do; false by default. */
    public DescribeClusterOptions includeAuthorizedOperations(boolean includeAuthorizedOperations) {
        this.includeAuthorizedOperations = includeAuthorizedOperations;
        return this;
    }

    public boolean includeAuthorizedOperations() {
        return includeAuthorizedOperations;
    }
}
