package io.milena.server.network;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.time.Time;
import io.milena.metrics.FigureSet;
import io.milena.metrics.RecentRate;

/**
 * What passes over the connections of one listener on one event loop: {@code
 * kafka.server:type=socket-server-metrics,listener=...,networkProcessor=...}. Told on that loop only.
 */
final class Traffic {

    private final ClientCensus clients;
    private final RecentRate opened;
    private final RecentRate closed;
    private final RecentRate bytesIn;
    private final RecentRate bytesOut;
    private final RecentRate requests;
    private final RecentRate answers;
    private final RecentRate expired;
    private final RecentRate backlogged;

    Traffic(Time time, ClientCensus clients) {
        this.clients = clients;
        opened = new RecentRate(time);
        closed = new RecentRate(time);
        bytesIn = new RecentRate(time);
        bytesOut = new RecentRate(time);
        requests = new RecentRate(time);
        answers = new RecentRate(time);
        expired = new RecentRate(time);
        backlogged = new RecentRate(time);
    }

    /** The reference calls what it sends requests and what it receives responses, on this side of a connection too. */
    void show(MetricRegistry registry, String name) {
        var figures = new FigureSet()
                .with("connection-count", () -> opened.total() - closed.total())
                .with("connection-creation", opened)
                .with("connection-close", closed)
                .with("incoming-byte", bytesIn)
                .with("outgoing-byte", bytesOut)
                .with("request", answers)
                .with("response", requests)
                .with("expired-connections-killed-count", expired::total);
        for (String never : new String[] {"failed-authentication", "failed-reauthentication"}) {
            figures.with(never + "-rate", () -> 0).with(never + "-total", () -> 0);
        }
        registry.register(name, figures);
    }

    /** The software of those who are connected. */
    ClientCensus clients() {
        return clients;
    }

    void opened() {
        opened.add(1);
    }

    void closed() {
        closed.add(1);
    }

    void expired() {
        expired.add(1);
    }

    void received(int bytes) {
        bytesIn.add(bytes);
    }

    /** So many more batches of answers wait for their client to read. */
    void backlogged(int change) {
        backlogged.add(change);
    }

    long backlog() {
        return backlogged.total();
    }

    void asked() {
        requests.add(1);
    }

    void answered(long bytes) {
        answers.add(1);
        bytesOut.add(bytes);
    }
}
