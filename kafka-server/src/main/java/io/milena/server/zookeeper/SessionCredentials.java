package io.milena.server.zookeeper;

/**
 * What it takes to act as a session: whoever knows both may end it. The array is not to be changed.
 *
 * @param sessionId id that ZooKeeper gave to the session
 * @param password secret that ZooKeeper gave to its owner
 */
public record SessionCredentials(long sessionId, byte[] password) {

    @Override
    public String toString() {
        return "session 0x" + Long.toHexString(sessionId);
    }
}
