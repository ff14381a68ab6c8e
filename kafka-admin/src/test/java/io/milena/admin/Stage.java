package io.milena.admin;

import com.codahale.metrics.MetricRegistry;
import io.milena.clients.Backoff;
import io.milena.clients.ClusterView;
import io.milena.common.Node;
import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import io.milena.testing.SeededRandomness;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An admin whose brokers, clock and event loop are the test's. Confined to the test's thread. */
final class Stage implements Scheduler, Time {

    static final Node ONE = new Node(1, "one", 9092, null);
    static final Node TWO = new Node(2, "two", 9092, null);

    static final int API_TIMEOUT_MS = 10_000;
    static final int REQUEST_TIMEOUT_MS = 3_000;
    static final int BACKOFF_MS = 100;

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final PriorityQueue<Task> timers =
            new PriorityQueue<>(Comparator.comparingLong(Task::dueNanos).thenComparingInt(Task::order));
    private long nanos = 7;
    private int orders;

    final FakeBrokers brokers = new FakeBrokers();
    final FakeMetadata metadata = new FakeMetadata();
    final AdminDriver driver;
    final Admin admin;

    /** What is to run later. */
    private record Task(long dueNanos, int order, Runnable what) {}

    Stage(int retries) {
        driver = new AdminDriver(
                brokers,
                metadata,
                this,
                this,
                new SeededRandomness(1),
                new AdminTerms(API_TIMEOUT_MS, REQUEST_TIMEOUT_MS, retries, new Backoff(BACKOFF_MS, BACKOFF_MS)));
        admin = new KafkaAdmin(this, driver, new MetricRegistry(), () -> {});
    }

    /** One that knows a cluster of two, whose controller is {@link #ONE}. */
    static Stage ofTwo() {
        var stage = new Stage(Integer.MAX_VALUE);
        stage.metadata.become(view(ONE));
        stage.brokers.leastLoaded = TWO;
        return stage;
    }

    static ClusterView view(@Nullable Node controller) {
        Map<Integer, Node> nodes = new TreeMap<>(Map.of(1, ONE, 2, TWO));
        return new ClusterView(1, "cluster", controller, nodes, Map.of());
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        var timer = new Task(nanos + delay.toNanos(), orders++, task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public long wallMs() {
        return nanos / 1_000_000;
    }

    /** Does all that there is to do now. */
    void run() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Lets time pass, and does what falls due on the way. */
    void pass(long ms) {
        run();
        long end = nanos + ms * 1_000_000;
        while (!timers.isEmpty() && timers.peek().dueNanos() <= end) {
            Task due = timers.remove();
            nanos = Math.max(nanos, due.dueNanos());
            due.what().run();
            run();
        }
        nanos = end;
    }
}
