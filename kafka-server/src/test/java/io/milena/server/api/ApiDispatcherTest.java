package io.milena.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.ApiVersionsRequest;
import io.milena.protocol.messages.ApiVersionsResponse;
import io.milena.protocol.messages.InitProducerIdRequest;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.milena.server.partition.ManualLoop;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a request and what is not, and the APIs that a client asks before it begins. */
class ApiDispatcherTest extends ApiTest {

    private RecordingExchange send(String hex) {
        var exchange = new RecordingExchange(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex)), new ManualLoop());
        broker.dispatcher.handle(exchange);
        return exchange;
    }

    @Test
    void apiVersionsInAnUnknownVersionIsAnsweredInVersion0WithoutReadingTheBody() {
        ByteBuf response = send("0012" + "0063" + "00000007" + "ffffffffff").response();

        assertThat(ByteBufUtil.hexDump(response)).isEqualTo("00000010" + "00000007" + "0023" + "00000001001200000004");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", // nothing
                "0012", // a key alone
                "7fff" + "0000" + "00000007" + "ffff", // no such API
                "0034" + "0000" + "00000007" + "ffff", // Vote: exists, is not served
                "0000" + "000c" + "00000007" + "ffff00", // Produce v12: not served
                "0001" + "ffff" + "00000007" + "ffff", // Fetch v-1
                "0012" + "0003" + "00000007" + "ffff00" + "7f41", // ApiVersions v3, name longer than the frame
                "0012" + "0000" + "00000007" + "7fff" // client id longer than the frame
            })
    void whatIsNoRequestClosesTheConnection(String hex) {
        RecordingExchange exchange = send(hex);

        assertThat(exchange.closedBecause()).isNotNull();
        assertThat(exchange.response()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void apiVersionsListsExactlyTheTable(int version) {
        var request = version < 3
                ? new ApiVersionsRequest()
                : new ApiVersionsRequest().clientSoftwareName("kcat").clientSoftwareVersion("1.7.0");

        var answer = broker.ask(ApiKey.API_VERSIONS, version, ApiVersionsResponse.class, request);

        assertThat(answer.apiKeys())
                .extracting(api -> ApiKey.of(api.apiKey()))
                .containsExactlyElementsOf(broker.table.entries().keySet());
        assertThat(answer.finalizedFeaturesEpoch()).isEqualTo(version < 3 ? -1 : 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-kcat", "kcat-", "k cat", "k/cat", "k\u00e4tzchen"})
    void aMalformedClientNameIsAnInvalidRequest(String name) {
        var request = new ApiVersionsRequest().clientSoftwareName(name).clientSoftwareVersion("1");

        var answer = broker.ask(ApiKey.API_VERSIONS, 3, ApiVersionsResponse.class, request);

        assertThat(answer.errorCode()).isEqualTo(ErrorCode.INVALID_REQUEST.code());
        assertThat(answer.apiKeys()).isEmpty();
    }

    @Test
    void theClientsNameIsNotedOnThePeer() {
        var request = new ApiVersionsRequest().clientSoftwareName("kcat").clientSoftwareVersion("1.7.0");

        RecordingExchange exchange = broker.send(ApiKey.API_VERSIONS, 3, request);

        assertThat(exchange.peer().softwareName()).isEqualTo("kcat");
        assertThat(exchange.peer().softwareVersion()).isEqualTo("1.7.0");
    }

    @Test
    void aFailingHandlerAnswersWithAnErrorOrClosesTheConnection() {
        broker.table.serve(ApiKey.HEARTBEAT, 0, 4, (request, caller) -> {
            throw new IllegalStateException("a bug");
        });

        RecordingExchange exchange = send("000c" + "0000" + "00000007" + "ffff" + "0000" + "00000000" + "0000");

        assertThat(exchange.closedBecause()).contains("Heartbeat failed");
    }

    @Test
    void everyProducerGetsAnIdOfItsOwn() {
        var first = broker.ask(
                ApiKey.INIT_PRODUCER_ID,
                4,
                InitProducerIdResponse.class,
                new InitProducerIdRequest().transactionalId(null));
        var second = broker.ask(
                ApiKey.INIT_PRODUCER_ID,
                0,
                InitProducerIdResponse.class,
                new InitProducerIdRequest().transactionalId(null));

        assertThat(first.producerId()).isEqualTo(1000);
        assertThat(first.producerEpoch()).isZero();
        assertThat(second.producerId()).isEqualTo(1001);
    }

    @Test
    void transactionalProducersFindNoCoordinatorAndHalfAnIdentityIsInvalid() {
        var transactional = new InitProducerIdRequest().transactionalId("tx");
        var half = new InitProducerIdRequest().transactionalId(null).producerId(5);

        assertThat(broker.ask(ApiKey.INIT_PRODUCER_ID, 4, InitProducerIdResponse.class, transactional)
                        .errorCode())
                .isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE.code());
        assertThat(broker.ask(ApiKey.INIT_PRODUCER_ID, 4, InitProducerIdResponse.class, half)
                        .errorCode())
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
    }
}
