package io.milena.admin;

/** How {@link Admin#listTopics(ListTopicsOptions)} goes about it. Not thread-safe. */
public final class ListTopicsOptions extends AbstractOptions<ListTopicsOptions> {

    private boolean listInternal;

    /** Whether topics that the cluster keeps for itself are listed too; false by default. */
    public ListTopicsOptions listInternal(boolean listInternal) {
        this.listInternal = listInternal;
        return this;
    }

    public boolean shouldListInternal() {
        return listInternal;
    }
}
