package io.milena.transport;

/** Hears what goes over one connection. Called on its event loop, for every request: must be quick. */
public interface TrafficListener {

    /** Nobody listens. */
    TrafficListener NONE = new TrafficListener() {
        @Override
        public void requested(int bytes) {}

        @Override
        public void answered(int bytes, long roundTripNanos) {}
    };

    /** A request of {@code bytes}, its length included, has been handed to the socket. */
    void requested(int bytes);

    /** An answer of {@code bytes}, its length included, has come. */
    void answered(int bytes, long roundTripNanos);
}
