package io.milena.clients;

import java.util.Locale;

/** How names of brokers become addresses; {@code client.dns.lookup}. */
public enum DnsLookup {
    /** Every address of a name is tried in turn. */
    USE_ALL_DNS_IPS,
    /** Names to begin with are replaced by the canonical names of all their addresses first. */
    RESOLVE_CANONICAL_BOOTSTRAP_SERVERS_ONLY;

    /** As it is written in settings. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static DnsLookup of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
