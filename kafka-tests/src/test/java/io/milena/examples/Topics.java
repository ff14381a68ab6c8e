package io.milena.examples;

import io.milena.admin.Admin;
import io.milena.admin.NewTopic;
import io.milena.common.errors.TopicExistsException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** What an admin client does. */
final class Topics {

    private Topics() {}

    static void create(String address) throws ExecutionException, InterruptedException {
        // example: create a topic
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
            var orders = new NewTopic("orders", 3, (short) 1).configs(Map.of("retention.ms", "86400000"));
            admin.createTopics(List.of(orders)).all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
        // end of example
    }
}
