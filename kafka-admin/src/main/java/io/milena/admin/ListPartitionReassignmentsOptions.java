package io.milena.admin;

/** How {@code Admin.listPartitionReassignments} goes about it. Not thread-safe. */
public final class ListPartitionReassignmentsOptions extends AbstractOptions<ListPartitionReassignmentsOptions> {}
