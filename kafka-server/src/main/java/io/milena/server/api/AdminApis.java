package io.milena.server.api;

import io.milena.protocol.ApiKey;

/** The lines of the table for what clients ask about the cluster, its topics and their settings. */
public final class AdminApis {

    private AdminApis() {}

    /** Adds the admin APIs to {@code table}. */
    public static void serve(ApiTable table, AdminServices services) {
        var settings = services.settings();
        var changes = new ConfigChanges(services.cluster(), settings.admin());
        table.serve(
                        ApiKey.METADATA,
                        0,
                        12,
                        new MetadataHandler(
                                services.cluster(),
                                services.autoCreation(),
                                new AutoTopicCreation(services.controller())))
                .serve(ApiKey.DESCRIBE_CLUSTER, 0, 1, new DescribeClusterHandler(services.cluster()))
                .serve(
                        ApiKey.CREATE_TOPICS,
                        0,
                        7,
                        new CreateTopicsHandler(services.controller(), settings.descriptions()))
                .serve(ApiKey.DELETE_TOPICS, 0, 6, new DeleteTopicsHandler(services.controller()))
                .serve(ApiKey.CREATE_PARTITIONS, 0, 3, new CreatePartitionsHandler(services.controller()))
                .serve(
                        ApiKey.DESCRIBE_CONFIGS,
                        0,
                        4,
                        new DescribeConfigsHandler(
                                services.brokerId(), services.cluster(), settings.topics(), settings.descriptions()))
                .serve(ApiKey.ALTER_CONFIGS, 0, 2, new AlterConfigsHandler(changes, settings.rules()))
                .serve(
                        ApiKey.INCREMENTAL_ALTER_CONFIGS,
                        0,
                        1,
                        new IncrementalAlterConfigsHandler(changes, settings.rules()))
                .serve(ApiKey.DESCRIBE_ACLS, 0, 3, new DescribeAclsHandler())
                .serve(ApiKey.CREATE_ACLS, 0, 3, new CreateAclsHandler())
                .serve(ApiKey.DELETE_ACLS, 0, 3, new DeleteAclsHandler());
    }
}
