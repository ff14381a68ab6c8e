package io.milena.compat.answers;

import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.ApiVersionsRequest;
import io.milena.protocol.messages.CreateAclsRequest;
import io.milena.protocol.messages.DeleteAclsRequest;
import io.milena.protocol.messages.DescribeAclsRequest;
import io.milena.protocol.messages.DescribeClusterRequest;
import io.milena.protocol.messages.InitProducerIdRequest;
import java.util.ArrayList;
import java.util.List;

/** ApiVersions, DescribeCluster, InitProducerId and the ACL requests. Stateless. */
final class OtherQuestions {

    private static final byte ANY = 1;
    private static final byte TOPIC = 2;
    private static final byte LITERAL = 3;
    private static final byte READ = 3;
    private static final byte ALLOW = 3;

    private OtherQuestions() {}

    static List<Question> all() {
        List<Question> questions = new ArrayList<>(List.of(
                versions("a client without a name", "", "1"),
                versions("a name that cannot be", "no name!", "1"),
                versions("a version that cannot be", "wire", "one two"),
                Question.of(ApiKey.DESCRIBE_CLUSTER, 0, 1, "the cluster", ask -> new DescribeClusterRequest()),
                Question.of(
                        ApiKey.DESCRIBE_CLUSTER,
                        0,
                        1,
                        "with operations",
                        ask -> new DescribeClusterRequest().includeClusterAuthorizedOperations(true)),
                Question.of(
                        ApiKey.DESCRIBE_CLUSTER,
                        1,
                        1,
                        "of controllers",
                        ask -> new DescribeClusterRequest().endpointType((byte) 2)),
                Question.of(
                        ApiKey.DESCRIBE_CLUSTER,
                        1,
                        1,
                        "of an unknown type",
                        ask -> new DescribeClusterRequest().endpointType((byte) 9))));
        questions.addAll(producerIds());
        questions.addAll(acls());
        return questions;
    }

    private static List<Question> producerIds() {
        return List.of(
                Question.of(ApiKey.INIT_PRODUCER_ID, 0, 5, "an id", ask -> identity()),
                Question.of(
                        ApiKey.INIT_PRODUCER_ID,
                        0,
                        5,
                        "an empty transactional id",
                        ask -> identity().transactionalId("")),
                Question.of(
                        ApiKey.INIT_PRODUCER_ID,
                        0,
                        5,
                        "a negative time-out",
                        ask -> identity().transactionTimeoutMs(-1)),
                Question.of(
                        ApiKey.INIT_PRODUCER_ID,
                        3,
                        5,
                        "an id without an epoch",
                        ask -> identity().producerId(5)),
                Question.of(
                        ApiKey.INIT_PRODUCER_ID,
                        3,
                        5,
                        "an epoch without an id",
                        ask -> identity().producerEpoch((short) 5)),
                Question.of(
                        ApiKey.INIT_PRODUCER_ID,
                        3,
                        5,
                        "an id and its epoch",
                        ask -> identity().producerId(5).producerEpoch((short) 5)));
    }

    private static List<Question> acls() {
        return List.of(
                Question.of(
                        ApiKey.DESCRIBE_ACLS,
                        0,
                        3,
                        "all",
                        ask -> new DescribeAclsRequest()
                                .resourceTypeFilter(ANY)
                                .patternTypeFilter(ask.version() == 0 ? LITERAL : ANY)
                                .operation(ANY)
                                .permissionType(ANY)),
                Question.of(
                        ApiKey.CREATE_ACLS,
                        0,
                        3,
                        "one",
                        ask -> new CreateAclsRequest()
                                .creations(List.of(new CreateAclsRequest.AclCreation()
                                        .resourceType(TOPIC)
                                        .resourceName(World.PLAIN)
                                        .principal("User:someone")
                                        .host("*")
                                        .operation(READ)
                                        .permissionType(ALLOW)))),
                Question.of(ApiKey.CREATE_ACLS, 0, 3, "none", ask -> new CreateAclsRequest()),
                Question.of(
                        ApiKey.DELETE_ACLS,
                        0,
                        3,
                        "all, twice",
                        ask -> new DeleteAclsRequest().filters(List.of(filter(ask.version()), filter(ask.version())))),
                Question.of(ApiKey.DELETE_ACLS, 0, 3, "none", ask -> new DeleteAclsRequest()));
    }

    private static Question versions(String name, String software, String version) {
        return Question.of(
                ApiKey.API_VERSIONS,
                3,
                4,
                name,
                ask -> new ApiVersionsRequest().clientSoftwareName(software).clientSoftwareVersion(version));
    }

    private static InitProducerIdRequest identity() {
        return new InitProducerIdRequest().transactionalId(null).transactionTimeoutMs(60_000);
    }

    private static DeleteAclsRequest.DeleteAclsFilter filter(int version) {
        return new DeleteAclsRequest.DeleteAclsFilter()
                .resourceTypeFilter(ANY)
                .patternTypeFilter(version == 0 ? LITERAL : ANY)
                .operation(ANY)
                .permissionType(ANY);
    }
}
