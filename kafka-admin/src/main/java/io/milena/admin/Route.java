package io.milena.admin;

import io.milena.clients.Brokers;
import io.milena.clients.ClusterView;
import io.milena.common.Node;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which broker a call goes to. Immutable.
 *
 * @param goal in words, for when there is none
 * @param choice the broker, of those that are known; null if it is not known
 */
record Route(String goal, BiFunction<ClusterView, Brokers, @Nullable Node> choice) {

    /** Any can answer: the one that has the least to do. */
    static final Route ANY = new Route("a broker", (view, brokers) -> brokers.leastLoaded());

    /** Only the controller does it. */
    static final Route CONTROLLER = new Route("the controller", (view, brokers) -> view.controller());

    /** Only this one knows it. */
    static Route broker(int id) {
        return new Route("broker " + id, (view, brokers) -> view.brokers().get(id));
    }

    @Nullable
    Node choose(ClusterView view, Brokers brokers) {
        return choice.apply(view, brokers);
    }
}
