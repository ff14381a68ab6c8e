package io.milena.admin;

import java.util.Map;
import java.util.Properties;

/** The name that older programs have for {@link Admin}. */
public abstract class AdminClient implements Admin {

    AdminClient() {}

    /** As {@link Admin#create(Properties)}. */
    public static AdminClient create(Properties props) {
        return KafkaAdmin.open(props);
    }

    /** As {@link Admin#create(Map)}. */
    public static AdminClient create(Map<String, Object> conf) {
        return KafkaAdmin.open(conf);
    }
}
