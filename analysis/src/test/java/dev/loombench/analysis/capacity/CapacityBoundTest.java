package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.bottleneck.Bound;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Virtual threads at 4,000/s over 1,000 connections; a single user gets a response in 100 ms.
class CapacityBoundTest {
    private static Bound bound(Observation... observed) {
        var manifest =
                SampleRun.manifest(
                        SampleRun.experiment(new LoadModel.Open(4_000, Arrival.POISSON, 1_000)));
        var summary = Analysis.of(manifest, SampleRun.trials()).variants().get(1);
        var window = SampleRun.completed(4_000, 100);
        var windows = new ArrayList<Completed>();
        for (var observation : observed) {
            windows.add(
                    SampleRun.completed(
                            window.warmUp(),
                            window.load(),
                            window.unloaded(),
                            List.of(observation)));
        }
        return CapacityBound.of(summary, windows).orElseThrow();
    }

    private static Pool pool(String library, long capacity, long inUse) {
        return new Pool(
                "attach",
                0,
                library,
                "a pool",
                capacity,
                OptionalLong.of(inUse),
                OptionalLong.empty());
    }

    @Test
    void without_a_pool_the_connections_of_the_load_are_the_bound() {
        assertThat(bound()).isInstanceOf(Bound.Connections.class);
        assertThat(bound().maxThroughput()).isCloseTo(10_000, within(1.0));
    }

    /// 500 threads / 100 ms.
    @Test
    void a_thread_is_held_for_the_response_time_of_a_single_user() {
        assertThat(bound(pool("Tomcat", 500, 420)))
                .isInstanceOfSatisfying(
                        Bound.Published.class,
                        p -> {
                            assertThat(p.setting()).isEqualTo("maxThreads");
                            assertThat(p.maxThroughput()).isCloseTo(5_000, within(1.0));
                        });
    }

    /// Tomcat publishes 200 threads and a negative number in use for virtual threads.
    @Test
    void a_pool_that_serves_no_request_is_no_bound() {
        assertThat(bound(pool("Tomcat", 200, -1))).isInstanceOf(Bound.Connections.class);
        assertThat(bound(pool("Tomcat", 200, 0))).isInstanceOf(Bound.Connections.class);
        assertThat(bound(pool("executor", 1, 1))).isInstanceOf(Bound.Connections.class);
    }

    /// 200 threads / 100 ms are 2,000/s, and 4,000/s were served: those of Jetty accept connections
    /// beside virtual threads.
    @Test
    void threads_that_would_allow_less_than_was_served_are_no_bound() {
        assertThat(bound(pool("Jetty", 200, 4))).isInstanceOf(Bound.Connections.class);
    }

    private static ThreadDump permits(int waiting, int taken) {
        return new ThreadDump(
                "attach",
                0,
                OptionalLong.of(1_000_000),
                0,
                0,
                waiting + taken,
                List.of(
                        new StackGroup(
                                ThreadKind.VIRTUAL,
                                "WAITING",
                                waiting,
                                List.of(
                                        "java.util.concurrent.locks.LockSupport.park(L.java:1)",
                                        "java.util.concurrent.Semaphore.acquire(S.java:318)",
                                        "shop.Svc.call(Svc.java:11)")),
                        new StackGroup(
                                ThreadKind.VIRTUAL,
                                "TIMED_WAITING",
                                taken,
                                List.of(
                                        "java.lang.Thread.sleep(Thread.java:540)",
                                        "shop.Svc.call(Svc.java:12)"))),
                List.of());
    }

    /// 500 permits / 100 ms; 200 would allow half of what was served.
    @Test
    void permits_that_some_requests_wait_for_are_all_taken() {
        assertThat(bound(permits(3, 500)))
                .isInstanceOfSatisfying(
                        Bound.Permits.class,
                        p -> {
                            assertThat(p.permits()).isEqualTo(500);
                            assertThat(p.maxThroughput()).isCloseTo(5_000, within(1.0));
                        });
        assertThat(bound(permits(1, 500)))
                .as("one on its way through the call")
                .isInstanceOf(Bound.Connections.class);
        assertThat(bound(permits(3, 200)))
                .as("held for a part of the response time")
                .isInstanceOf(Bound.Connections.class);
    }

    /// Of the list of the second process nothing follows.
    @Test
    void permits_are_counted_where_most_requests_wait_for_one() {
        assertThat(bound(permits(9, 500), permits(1, 497), permits(2, 499)))
                .isInstanceOfSatisfying(
                        Bound.Permits.class, p -> assertThat(p.permits()).isEqualTo(500));
    }

    /// 9 and 7 of 10 in use are 8 on average, each held for 8 / 4,000/s = 2 ms: 10 / 2 ms.
    @Test
    void a_connection_is_held_by_the_utilization_law() {
        assertThat(bound(pool("HikariCP", 10, 9), pool("HikariCP", 10, 7)).maxThroughput())
                .isCloseTo(5_000, within(1.0));
        assertThat(bound(pool("HikariCP", 10, 2))).isInstanceOf(Bound.Connections.class);
    }
}
