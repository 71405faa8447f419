package dev.loombench.analysis.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loombench.analysis.concurrency.ConcurrencyLimit.Basis;
import dev.loombench.analysis.concurrency.RequestWaits.PermitWait;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Limits that no setting gives, by the threads that hold them: five permits of a semaphore or five
/// workers of an executor, of which each request holds one for 20.4 ms: 245/s.
class CountedLimitTest {
    private static final String CALL = "shop.Svc.call(Svc.java:12)";
    private static final List<String> SLEEP =
            List.of("java.lang.Thread.sleep(Thread.java:540)", CALL);
    private static final List<String> ACQUIRE =
            List.of(
                    "java.lang.VirtualThread.park(VirtualThread.java:598)",
                    "java.util.concurrent.locks.LockSupport.park(LockSupport.java:219)",
                    "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(A.java:1)",
                    "java.util.concurrent.Semaphore.acquire(Semaphore.java:318)",
                    "shop.Svc.call(Svc.java:11)");
    private static final List<String> BULKHEAD =
            List.of(
                    "java.util.concurrent.locks.LockSupport.park(LockSupport.java:219)",
                    "java.util.concurrent.Semaphore.tryAcquire(Semaphore.java:415)",
                    "io.github.resilience4j.bulkhead.internal.SemaphoreBulkhead.tryEnter(S.java:1)",
                    CALL);

    private static StackGroup virtual(int count, List<String> frames) {
        return new StackGroup(ThreadKind.VIRTUAL, "WAITING", count, frames);
    }

    private static ThreadDump dump(StackGroup... groups) {
        return listedWithin(1_000_000, groups);
    }

    private static ThreadDump listedWithin(long nanos, StackGroup... groups) {
        int total = Stream.of(groups).mapToInt(StackGroup::count).sum();
        var listing = OptionalLong.of(nanos);
        return new ThreadDump("attach", 0, listing, total, 0, 0, List.of(groups), List.of());
    }

    private static ImpliedConcurrency implied(double value) {
        return new ImpliedConcurrency(
                value / 0.0204,
                0.0204,
                Optional.of(new Interval(0.97 * value, value, 1.03 * value)));
    }

    private static Optional<ConcurrencyLimit> limit(
            double requestsAtOnce, OptionalInt workers, StackGroup... groups) {
        return limit(requestsAtOnce, workers, dump(groups));
    }

    private static Optional<ConcurrencyLimit> limit(
            double requestsAtOnce, OptionalInt workers, ThreadDump dump) {
        return ConcurrencyReason.of(
                        new ConcurrencyReason.Inputs(
                                Optional.of(RequestWaits.of(dump, 50)),
                                50,
                                OptionalInt.of(50),
                                Optional.of(implied(requestsAtOnce)),
                                List.of(),
                                List.of(),
                                new ConfiguredLimits(
                                        List.of(),
                                        List.of(),
                                        Map.of(),
                                        OptionalLong.empty(),
                                        false),
                                workers,
                                OptionalInt.empty(),
                                false,
                                2))
                .flatMap(ConcurrencyReason::limit);
    }

    private static Optional<ConcurrencyLimit> limit(double requestsAtOnce, int taken) {
        return limit(
                requestsAtOnce, OptionalInt.empty(), virtual(45, ACQUIRE), virtual(taken, SLEEP));
    }

    @Test
    void those_that_wait_for_a_permit_are_told_from_those_that_have_one() {
        var waits = RequestWaits.of(dump(virtual(45, ACQUIRE), virtual(5, SLEEP)), 50);
        assertThat(waits.locations())
                .extracting(WaitLocation::count, WaitLocation::permits)
                .containsExactly(
                        tuple(
                                45,
                                Optional.of(
                                        new PermitWait(
                                                Permits.Limit.SEMAPHORE,
                                                Optional.of("shop.Svc.call"),
                                                5,
                                                true,
                                                OptionalLong.of(1_000_000)))),
                        tuple(5, Optional.empty()));
    }

    @Test
    void the_permits_that_are_taken_are_the_limit() {
        var limit = limit(5, 5).orElseThrow();
        assertThat(limit.basis()).isEqualTo(Basis.COUNTED);
        assertThat(limit.capacity()).isEqualTo(5);
        assertThat(limit.owner()).isEqualTo("Semaphore in shop.Svc.call");
    }

    /// Those that wait and those that have a permit are in one lambda.
    @Test
    void permits_of_a_lambda_are_those_of_the_method_that_holds_it() {
        var lambda = "shop.Svc.lambda$main$0(Svc.java:12)";
        var waits = List.of("java.util.concurrent.Semaphore.acquire(Semaphore.java:318)", lambda);
        var works = List.of("java.lang.Thread.sleep(Thread.java:540)", lambda);
        var limit = limit(5, OptionalInt.empty(), virtual(45, waits), virtual(5, works));
        assertThat(limit.map(ConcurrencyLimit::owner)).contains("Semaphore in shop.Svc.main");
        assertThat(limit.map(ConcurrencyLimit::capacity)).contains(5L);
    }

    /// A permit of a library is held by its caller.
    @Test
    void a_library_that_acquires_a_permit_has_no_part_in_holding_it() {
        var limit = limit(5, OptionalInt.empty(), virtual(45, BULKHEAD), virtual(5, SLEEP));
        assertThat(limit.map(ConcurrencyLimit::owner)).contains("Semaphore in shop.Svc.call");
    }

    @Test
    void a_count_beside_the_requests_at_once_is_one_of_a_list_that_is_no_snapshot() {
        assertThat(limit(5, 6).map(ConcurrencyLimit::capacity)).contains(5L);
        assertThat(limit(5, 8)).as("eight cannot be held by five requests").isEmpty();
        assertThat(limit(20, 5).map(ConcurrencyLimit::capacity))
                .as("held for a quarter of the response time")
                .contains(5L);
    }

    /// Of 40 permits that are held for 20 ms, a list that took 55 ms showed 12, and one that took
    /// 74 ms showed 54.
    @Test
    void a_list_that_takes_longer_than_permits_are_held_counts_none() {
        var groups = new StackGroup[] {virtual(148, ACQUIRE), virtual(12, SLEEP)};
        var none = OptionalInt.empty();
        assertThat(limit(24, none, listedWithin(1_000_000, groups))).isPresent();
        assertThat(limit(24, none, listedWithin(55_000_000, groups))).isEmpty();
        assertThat(limit(12, none, listedWithin(55_000_000, groups)))
                .as("as many requests are served at once")
                .isPresent();
    }

    /// Of a gate that returns with a permit: threads in its caller may have none.
    @Test
    void permits_are_counted_in_a_caller_where_as_many_requests_are_served_at_once() {
        var waits =
                List.of(
                        "java.util.concurrent.Semaphore.acquire(Semaphore.java:318)",
                        "shop.Gate.enter(Gate.java:7)",
                        CALL);
        var limit = limit(5, OptionalInt.empty(), virtual(45, waits), virtual(5, SLEEP));
        assertThat(limit.map(ConcurrencyLimit::owner)).contains("Semaphore in shop.Gate.enter");
        assertThat(limit.map(ConcurrencyLimit::capacity)).contains(5L);
        assertThat(limit(20, OptionalInt.empty(), virtual(45, waits), virtual(5, SLEEP)))
                .as("20 at once, of which 5 are in the call: they may have no permit")
                .isEmpty();
    }

    /// Of a handler that works for a while before it acquires a permit: 20 at once.
    @Test
    void threads_before_the_line_at_which_others_wait_have_no_permit() {
        var before =
                List.of("java.lang.Thread.sleep(Thread.java:540)", "shop.Svc.call(Svc.java:9)");
        var limit =
                limit(
                        20,
                        OptionalInt.empty(),
                        virtual(30, ACQUIRE),
                        virtual(5, SLEEP),
                        virtual(15, before));
        assertThat(limit.map(ConcurrencyLimit::capacity)).contains(5L);
    }

    /// Of one that returns its permit and then works for a while: which line does so is not known.
    @Test
    void threads_at_several_lines_show_no_number_of_permits() {
        var after =
                List.of("java.lang.Thread.sleep(Thread.java:540)", "shop.Svc.call(Svc.java:15)");
        assertThat(
                        limit(
                                20,
                                OptionalInt.empty(),
                                virtual(30, ACQUIRE),
                                virtual(5, SLEEP),
                                virtual(15, after)))
                .isEmpty();
    }

    @Test
    void permits_that_no_listed_thread_holds_have_no_size() {
        assertThat(limit(5, OptionalInt.empty(), virtual(45, ACQUIRE))).isEmpty();
    }

    @Test
    void busy_workers_of_an_executor_are_the_limit_where_as_many_requests_are_served() {
        var busy = new StackGroup(ThreadKind.PLATFORM, "TIMED_WAITING", 5, worker(SLEEP));
        assertThat(limit(5, OptionalInt.of(5), busy).map(ConcurrencyLimit::capacity)).contains(5L);
        assertThat(limit(5, OptionalInt.of(6), busy).map(ConcurrencyLimit::capacity))
                .as("one of them works beside the requests")
                .contains(5L);
        assertThat(limit(8, OptionalInt.of(5), busy)).isEmpty();
    }

    private static List<String> worker(List<String> frames) {
        return Stream.concat(
                        frames.stream(),
                        Stream.of(
                                "java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1090)"))
                .toList();
    }

    @Test
    void workers_are_counted_where_none_waits_for_a_task() {
        var busy = new StackGroup(ThreadKind.PLATFORM, "TIMED_WAITING", 5, worker(SLEEP));
        var take =
                List.of(
                        "jdk.internal.misc.Unsafe.park(Native Method)",
                        "java.util.concurrent.ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:1016)");
        var idle = new StackGroup(ThreadKind.PLATFORM, "WAITING", 1, worker(take));
        var scheduled =
                new StackGroup(
                        ThreadKind.PLATFORM,
                        "WAITING",
                        1,
                        worker(
                                Stream.concat(
                                                Stream.of(
                                                        "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.take(S.java:1)"),
                                                take.stream())
                                        .toList()));
        assertThat(ExecutorThreads.allBusy(dump(busy, scheduled))).hasValue(5);
        assertThat(ExecutorThreads.allBusy(dump(busy, idle))).isEmpty();
        assertThat(ExecutorThreads.allBusy(new ThreadDump("attach", 0, 90, 0, 0, List.of(busy))))
                .as("a list with more stacks than are kept")
                .isEmpty();
        assertThat(ExecutorThreads.allBusy(dump())).isEmpty();
    }
}
