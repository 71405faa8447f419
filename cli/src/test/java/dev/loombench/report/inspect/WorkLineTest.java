package dev.loombench.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.LockOwners;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.observe.result.Observation.Pool;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Pools of platform threads and other threads, in one line.
class WorkLineTest {
    private static final String WORKER =
            "java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1090)";

    /// Two threads at work.
    ///
    /// @param bottom of their stacks
    private static String threads(String name, int first, String bottom) {
        return IntStream.rangeClosed(1, 2)
                .mapToObj(i ->
                        Prints.thread(
                                name + "-" + i,
                                first + i,
                                1,
                                "RUNNABLE",
                                "com.example.Shop.index(Shop.java:8)",
                                bottom))
                .collect(Collectors.joining());
    }

    private static SampleEvidence printed(String print) {
        return new SampleEvidence().printed(Prints.four(print));
    }

    private static String line(SampleEvidence sample) {
        return WorkLine.of(sample.evidence()).orElseThrow();
    }

    private static List<PoolReading> reading(int capacity) {
        var pool =
                new Pool(
                        "attach",
                        0,
                        "executor",
                        "orders",
                        capacity,
                        OptionalLong.of(2),
                        OptionalLong.of(5));
        return List.of(new PoolReading(Collections.nCopies(4, pool), OptionalDouble.of(40)));
    }

    @Test
    void numbered_threads_of_no_executor_are_no_pool() {
        var plain = threads("mail", 40, "java.lang.Thread.run(java.base@25.0.4/Thread.java:1474)");
        assertThat(line(printed(plain)))
                .isEqualTo("no pool of platform threads; other threads: mail 2 of 2 busy");
        assertThat(line(printed(threads("orders", 50, WORKER) + plain)))
                .isEqualTo("1 platform pool: orders 2 of 2 busy; other threads: mail 2 of 2 busy");
    }

    /// As in a dump that is cut off.
    @Test
    void pools_of_some_threads_are_not_all() {
        var some =
                new ThreadMoment(
                        0,
                        List.of(),
                        Map.of(),
                        List.of(),
                        Optional.empty(),
                        new LockOwners(false, Map.of()),
                        false);
        assertThat(line(new SampleEvidence().printed(new ThreadHistory(List.of(some)))))
                .isEqualTo("no pool of platform threads (of some of the threads)");
    }

    @Test
    void workers_of_quartz_are_a_pool() {
        var run = "org.quartz.simpl.SimpleThreadPool$WorkerThread.run(SimpleThreadPool.java:562)";
        assertThat(line(printed(threads("quartz_Worker", 40, run))))
                .isEqualTo("1 platform pool: quartz_Worker 2 of 2 busy");
    }

    /// Its tasks run on other threads, which start with the first request.
    @Test
    void the_bean_of_a_worker_is_not_that_of_its_event_loops() {
        var none = OptionalLong.of(0);
        var pool = new Pool("attach", 0, "Undertow", "XNIO-1", 16, none, none);
        var loops = printed(threads("XNIO-1 I/O", 40, "org.xnio.nio.WorkerThread.run(W.java:1)"));
        var reading = new PoolReading(Collections.nCopies(4, pool), OptionalDouble.empty());
        assertThat(line(loops.pools(List.of(reading))))
                .contains("XNIO-1 I/O 2 of 2 busy")
                .doesNotContain("waiting", "up to");
    }

    /// Two threads end 40 tasks per second.
    @Test
    void a_pool_is_told_once_with_its_queue_and_what_it_allows() {
        var evidence = printed(threads("orders", 50, WORKER)).executors(reading(2));
        assertThat(line(evidence))
                .isEqualTo("1 platform pool: orders 2 of 2 busy (5 waiting, at most 40.0/s)");
        assertThat(ServiceFigure.brief(evidence.evidence()))
                .filteredOn(figure -> figure.name().equals("Pools"))
                .singleElement()
                .asString()
                .contains("HikariCP")
                .doesNotContain("orders");
        assertThat(ServiceFigure.besidePools(evidence.evidence()))
                .as("a table has them")
                .noneMatch(figure -> figure.name().equals("Pools"));
    }

    /// That of a cached pool is none.
    @Test
    void a_pool_that_may_grow_has_its_limit() {
        var evidence = printed(threads("orders", 50, WORKER));
        assertThat(line(evidence.executors(reading(8))))
                .contains("orders 2 of 2 busy (5 waiting, up to 8 threads, ");
        assertThat(line(evidence.executors(reading(Integer.MAX_VALUE))))
                .endsWith("orders 2 of 2 busy (5 waiting)");
    }

    /// A thread of an executor has its name without a number, so that it is in no pool: another
    /// pool of one thread is not that.
    @Test
    void a_pool_of_one_thread_is_known_by_its_name_alone() {
        var pool =
                new Pool(
                        "attach",
                        0,
                        "executor",
                        "reports",
                        1,
                        OptionalLong.of(1),
                        OptionalLong.of(5));
        var reading = new PoolReading(Collections.nCopies(4, pool), OptionalDouble.empty());
        var print =
                Prints.thread(
                        "scheduling-1",
                        40,
                        1,
                        "RUNNABLE",
                        "com.example.Shop.index(Shop.java:8)",
                        WORKER);
        var evidence = printed(print).executors(List.of(reading));
        assertThat(line(evidence)).isEqualTo("1 platform pool: scheduling-1");
        assertThat(ServiceFigure.brief(evidence.evidence()))
                .anyMatch(figure ->
                        figure.text().contains("executor reports: 1 of 1 in use, 5 waiting"));
    }

    /// It shows how many there are, and no times.
    @Test
    void the_carriers_of_a_list_alone_are_counted() {
        var listed = new SampleEvidence().evidence().withoutCarrierTimes("a list has none");
        assertThat(ServiceFigure.brief(listed))
                .filteredOn(figure -> figure.name().equals("Carriers"))
                .singleElement()
                .extracting(ServiceFigure::text)
                .asString()
                .startsWith("2, ");
    }

    /// Its threads are not known by a number.
    @Test
    void a_pool_whose_threads_are_not_told_is_among_the_figures() {
        var evidence =
                printed(Prints.thread("main", 1, 1, "RUNNABLE", "Shop.main(Shop.java:5)"))
                        .executors(reading(2));
        assertThat(ServiceFigure.brief(evidence.evidence()))
                .anyMatch(figure ->
                        figure.text().contains("executor orders: 2 of 2 in use, 5 waiting"));
    }
}
