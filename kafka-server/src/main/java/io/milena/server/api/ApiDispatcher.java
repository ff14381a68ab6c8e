package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.GatheringSink;
import io.milena.protocol.MalformedMessage;
import io.milena.protocol.RequestHeader;
import io.milena.protocol.messages.ApiVersionsResponse;
import io.milena.server.network.Exchange;
import io.milena.server.network.RequestMetrics;
import io.milena.server.network.RequestSink;
import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes whole requests from the network to their handlers. Thread-safe.
 *
 * <p>What is not a request closes its connection, as in the reference: an unknown API, a version that is not served, a
 * header or body that cannot be read. The one exception is ApiVersions in an unknown version (KIP-511): its body is not
 * read, and the answer in version 0 tells which versions there are.
 */
public final class ApiDispatcher implements RequestSink {

    private static final Logger log = LoggerFactory.getLogger(ApiDispatcher.class);

    private static final int KEY_AND_VERSION_BYTES = 2 * Short.BYTES;
    private static final int SHORTEST_HEADER_BYTES = KEY_AND_VERSION_BYTES + Integer.BYTES;

    private final ApiTable table;
    private final RequestMetrics metrics;

    public ApiDispatcher(ApiTable table, RequestMetrics metrics) {
        this.table = table;
        this.metrics = metrics;
    }

    @Override
    public void handle(Exchange exchange) {
        ByteBuf frame = exchange.frame();
        if (frame.readableBytes() < SHORTEST_HEADER_BYTES) {
            exchange.close("a request of " + frame.readableBytes() + " bytes is shorter than its header");
            return;
        }
        short id = frame.getShort(frame.readerIndex());
        short version = frame.getShort(frame.readerIndex() + Short.BYTES);
        ApiTable.Entry entry = entry(id);
        if (entry == null) {
            exchange.close("API key " + id + " in version " + version + " is not served");
            return;
        }
        if (entry.versions().contains(version)) {
            serve(exchange, entry);
        } else if (entry.key() == ApiKey.API_VERSIONS) {
            exchange.identify(entry.key(), version);
            tellVersionsOfApiVersions(exchange, entry);
        } else {
            exchange.close(entry.key().apiName() + " in version " + version + " is not served (served: "
                    + entry.versions() + ")");
        }
    }

    private ApiTable.@Nullable Entry entry(short id) {
        ApiKey key = ApiKey.of(id);
        return key == null ? null : table.find(key);
    }

    private void tellVersionsOfApiVersions(Exchange exchange, ApiTable.Entry entry) {
        ByteBuf frame = exchange.frame();
        int correlationId = frame.getInt(frame.readerIndex() + KEY_AND_VERSION_BYTES);
        var versions = new ApiVersionsResponse.ApiVersion()
                .apiKey(entry.key().id())
                .minVersion(entry.versions().lowest())
                .maxVersion(entry.versions().highest());
        var response = new ApiVersionsResponse()
                .errorCode(ErrorCode.UNSUPPORTED_VERSION.code())
                .apiKeys(List.of(versions));
        ErrorTally.count(metrics, entry.key(), response);
        exchange.reply(GatheringSink.response(exchange.allocator(), entry.key(), (short) 0, correlationId, response));
    }

    private void serve(Exchange exchange, ApiTable.Entry entry) {
        RequestHeader header;
        ApiMessage request;
        try {
            header = RequestHeader.read(exchange.frame());
            if (RequestStructure.isTooMuch(entry.key(), header.apiVersion(), exchange.frame())) {
                exchange.close("a " + entry.key().apiName() + " request has more than " + RequestStructure.MAX_BYTES
                        + " bytes that are not records");
                return;
            }
            request = entry.key().readRequest(exchange.frame(), header.apiVersion());
        } catch (MalformedMessage e) {
            exchange.close("a " + entry.key().apiName() + " request cannot be read: " + e.getMessage());
            return;
        }
        // What cannot be read is no request, and is not counted as one.
        exchange.identify(entry.key(), header.apiVersion());
        if (request.recordsBytes() == 0) {
            // Nothing of the message is in the frame any more: a request that waits need not hold it.
            exchange.frameRead();
        }
        try {
            call(entry, request, new Caller<>(exchange, entry.key(), header, metrics));
        } finally {
            request.release();
        }
    }

    /** The last resort: whatever a handler throws, neither the event loop nor other connections notice. */
    private static void call(ApiTable.Entry entry, ApiMessage request, Caller<ApiMessage> caller) {
        try {
            entry.handler().handle(request, caller);
        } catch (RuntimeException e) {
            log.error("{} failed", caller, e);
            answerFailure(entry, request, caller);
        }
    }

    private static void answerFailure(ApiTable.Entry entry, ApiMessage request, Caller<ApiMessage> caller) {
        try {
            ApiMessage response = entry.handler().failed(request, ErrorCode.UNKNOWN_SERVER_ERROR);
            if (response != null) {
                caller.reply(response);
                return;
            }
        } catch (RuntimeException e) {
            log.error("{}: the answer to its failure failed too", caller, e);
        }
        caller.close(entry.key().apiName() + " failed and has no error response");
    }
}
