package io.milena.compat.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.protocol.ApiKey;
import io.milena.testkit.ReferenceJars;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys, names, header versions and deprecated versions of all APIs against the reference's own table. */
class HeaderVersionDifferenceTest {

    private static final String API_KEYS = "org.apache.kafka.common.protocol.ApiKeys";

    @ParameterizedTest
    @EnumSource(names = {"CLIENTS_3_9", "CLIENTS_4_4"})
    void headerVersionsAreThoseOfTheReference(ReferenceJars release) throws Exception {
        List<String> differences = new ArrayList<>();
        int compared = 0;
        try (URLClassLoader loader = release.newClassLoader()) {
            for (Object theirs : loader.loadClass(API_KEYS).getEnumConstants()) {
                ApiKey ours = ApiKey.of((short) theirs.getClass().getField("id").getInt(theirs));
                if (ours != null) {
                    compared++;
                    compare(ours, theirs, differences);
                }
            }
        }

        assertThat(differences).isEmpty();
        assertThat(compared).isGreaterThan(60);
    }

    /** The last release with ZooKeeper says which versions it deprecates, and which APIs such a broker has. */
    @Test
    void everyApiOfABrokerWithZooKeeperIsKnownWithItsDeprecatedVersions() throws Exception {
        List<String> differences = new ArrayList<>();
        int compared = 0;
        try (URLClassLoader loader = ReferenceJars.CLIENTS_3_9.newClassLoader()) {
            Class<?> apiKeys = loader.loadClass(API_KEYS);
            Method isDeprecated = apiKeys.getMethod("isVersionDeprecated", short.class);
            for (Object theirs : (Iterable<?>) apiKeys.getMethod("zkBrokerApis").invoke(null)) {
                ApiKey ours = ApiKey.of((short) apiKeys.getField("id").getInt(theirs));
                if (ours == null) {
                    differences.add(theirs + " is not known");
                    continue;
                }
                compared++;
                short latest = (short) apiKeys.getMethod("latestVersion").invoke(theirs);
                for (short version = 0; version <= latest; version++) {
                    note(
                            ours.isDeprecated(version),
                            isDeprecated.invoke(theirs, version),
                            ours + " v" + version,
                            differences);
                }
            }
        }

        assertThat(differences).isEmpty();
        assertThat(compared).isGreaterThan(55);
    }

    private static void compare(ApiKey ours, Object theirs, List<String> differences) throws Exception {
        note(ours.apiName(), theirs.getClass().getField("name").get(theirs), ours + " name", differences);
        Method request = theirs.getClass().getMethod("requestHeaderVersion", short.class);
        Method response = theirs.getClass().getMethod("responseHeaderVersion", short.class);
        Method has = theirs.getClass().getMethod("isVersionSupported", short.class);
        short highest = ours.requestVersions().highest();
        for (short version = ours.requestVersions().lowest(); version <= highest; version++) {
            if ((boolean) has.invoke(theirs, version)) {
                String what = ours + " v" + version;
                note(ours.requestHeaderVersion(version), request.invoke(theirs, version), what, differences);
                note(ours.responseHeaderVersion(version), response.invoke(theirs, version), what, differences);
            }
        }
    }

    private static void note(Object ours, Object theirs, String what, List<String> differences) {
        if (!ours.equals(theirs)) {
            differences.add(what + ": " + ours + ", theirs " + theirs);
        }
    }
}
