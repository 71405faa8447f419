package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.BLOCKED;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static dev.loombench.diagnose.SampleThreads.listed;
import static dev.loombench.diagnose.SampleThreads.parked;
import static dev.loombench.diagnose.SampleThreads.threads;
import static dev.loombench.diagnose.SampleThreads.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleCollections;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import dev.loombench.observe.jvm.figure.GarbageCollectors.Bean;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.PrintedStack;
import dev.loombench.observe.threads.ThreadPrint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Threads that queue for one lock.
class LockBoundTest {
    private static final PrintedLock MONITOR = PrintedLock.monitor("Shop@1f");

    /// Virtual threads that wait for a monitor, and one that holds it.
    private static ThreadHistory queued(int waiting) {
        return queued(MONITOR, waiting);
    }

    /// Virtual threads that wait for a lock, and one that holds it.
    ///
    /// @param waiting in each list
    private static ThreadHistory queued(PrintedLock lock, int... waiting) {
        var call = List.of("Shop.audit(Shop.java:9)");
        var waits = new PrintedStack(call, Optional.of(lock), List.of());
        var holds = new PrintedStack(call, Optional.empty(), List.of(lock));
        var print = Prints.thread("main", 1, 1, PARKED, "Shop.main(Shop.java:5)");
        return new ThreadHistory(
                Prints.four(print).moments(),
                IntStream.of(waiting)
                        .mapToObj(count ->
                                IntStream.rangeClosed(0, count)
                                        .mapToObj(i -> listed(71 + i, i == 0 ? holds : waits))
                                        .toList())
                        .toList(),
                List.of());
    }

    /// In the list are 10 virtual threads, and `main` is at work: 10 of 11 wait.
    @Test
    void virtual_threads_without_a_carrier_queue_for_a_monitor_by_the_list_of_threads() {
        var finding = only(queued(10));
        assertThat(finding.id()).isEqualTo(LockBound.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(figure(finding, "waiting")).isEqualTo(10);
        assertThat(finding.text().message()).contains(" Shop ", "Shop.audit(Shop.java:9)");
        assertThat(finding.evidence().getFirst())
                .isEqualTo(
                        "at 1 of 1 moment; virtual thread #71 holds it in Shop.audit(Shop.java:9)");
        assertThat(findings(queued(9))).isEmpty();
        assertThat(only(queued(200)).id()).isEqualTo(LockBound.ID);
        var many = Part.of(new ThreadDump("attach", 0, 20, 2, 1_000, List.of()));
        assertThat(findings(new SampleEvidence().printed(queued(99)).threads(many)))
                .extracting(ServiceFinding::severity)
                .containsExactly(Severity.WARNING);
    }

    /// Those who wait for a lock of `java.util.concurrent` are each seen at a time of their own.
    @Test
    void a_queue_is_in_the_list_before_too_where_there_is_one() {
        var lock =
                new PrintedLock(
                        Kind.SYNCHRONIZER,
                        "a",
                        "java.util.concurrent.locks.ReentrantLock$NonfairSync");
        assertThat(findings(queued(lock, 10))).isEmpty();
        assertThat(findings(queued(lock, 10, 9, 10))).isEmpty();
        assertThat(only(queued(lock, 10, 10)).id()).isEqualTo(LockBound.ID);
        assertThat(findings(queued(MONITOR, 9, 10))).isEmpty();
        assertThat(only(queued(MONITOR, 10, 10)).id()).isEqualTo(LockBound.ID);
    }

    private static List<ServiceFinding> queuedAndListed(String call) {
        var group = new StackGroup(ThreadKind.VIRTUAL, "BLOCKED", 200, List.of(call));
        var list = Part.of(new ThreadDump("attach", 0, 20, 2, 400, List.of(group)));
        return findings(new SampleEvidence().printed(queued(200)).threads(list));
    }

    @Test
    void virtual_threads_that_queue_for_one_lock_are_no_further_queue_without_a_bound() {
        assertThat(queuedAndListed("Shop.audit(Shop.java:9)"))
                .extracting(ServiceFinding::id)
                .containsExactly(LockBound.ID);
        assertThat(queuedAndListed("Shop.pay(Shop.java:10)"))
                .extracting(ServiceFinding::id)
                .containsExactlyInAnyOrder(LockBound.ID, UnboundedQueue.ID);
    }

    /// A thread that sleeps with a monitor, and others that wait for it.
    private static String convoy(int waiting) {
        var owner =
                Prints.thread(
                        "http-exec-0",
                        30,
                        1,
                        "TIMED_WAITING (sleeping)",
                        SLEEP,
                        "Svc.audited(Svc.java:16)",
                        "- locked <0xa0> (a java.lang.Class for Svc)");
        return owner
                + IntStream.rangeClosed(1, waiting)
                        .mapToObj(i -> waiting(i, "0xa0", "java.lang.Class for Svc"))
                        .collect(Collectors.joining());
    }

    private static String owner(int i, String id, String type) {
        return Prints.thread(
                "http-exec-" + i,
                30 + i,
                1,
                "RUNNABLE",
                "Svc.audited(Svc.java:17)",
                "- locked <%s> (a %s)".formatted(id, type));
    }

    @Test
    void a_monitor_for_which_threads_wait_at_most_moments_is_the_bound() {
        var finding = only(Prints.history(convoy(3), convoy(3), convoy(2), convoy(4)));
        assertThat(finding.id()).isEqualTo(LockBound.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(figure(finding, "waiting")).isEqualTo(3);
        assertThat(figure(finding, "moments")).isEqualTo(3);
        assertThat(finding.text().message()).contains("Svc.class", "Svc.audited(Svc.java:16)");
        assertThat(finding.evidence())
                .containsExactly(
                        "at 3 of 4 moments; \"http-exec-0\" holds it in Svc.audited(Svc.java:16), and is"
                                + " in java.lang.Thread.sleep",
                        "how long it is held at a time is not known, as no management bean counts the"
                                + " requests or tasks of these threads");
    }

    /// One of its readers may ask for the write lock, which waits for that reader.
    @ParameterizedTest
    @CsvSource({"ReentrantReadWriteLock$NonfairSync", "StampedLock"})
    void a_lock_that_no_thread_gets_is_not_passed_on(String type) {
        var lock =
                "- parking to wait for  <0xa0> (a java.util.concurrent.locks.%s)".formatted(type);
        var print = threads("exec-", 4, PARKED, PARK, lock, "Svc.audited(Svc.java:16)");
        var finding = only(Prints.four(print));
        assertThat(finding.id()).isEqualTo(LockBound.ID);
        assertThat(finding.text().message()).contains(" 30 s");
        assertThat(finding.text().remedy()).contains("waits for itself");
        var more = threads("exec-", 7, PARKED, PARK, lock, "Svc.audited(Svc.java:16)");
        assertThat(only(Prints.history(print, print, more, more)).text().message())
                .as("further ones have come")
                .contains(" 30 s");
        var got = more.replaceFirst("(?s)\"exec-0\".*?\n\n", "");
        assertThat(only(Prints.history(more, more, got, got)).text().message())
                .as("one has got it")
                .doesNotContain(" 30 s");
    }

    /// A convoy that grows by a thread, which has run before.
    @ParameterizedTest
    @CsvSource({"1.00, true", "1.50, false"})
    void a_lock_that_its_owner_keeps_wakes_no_thread(String cpuMillis, boolean kept) {
        var running = Prints.thread("http-exec-4", 34, 1, "RUNNABLE", "Svc.index(Svc.java:3)");
        var later = convoy(4).replace("cpu=1.00ms", "cpu=%sms".formatted(cpuMillis));
        var came = later.replaceFirst("(?s)cpu=[0-9.]+ms(?!.*cpu=)", "cpu=5.00ms");
        var finding = only(Prints.history(convoy(3) + running, convoy(3) + running, came, came));
        assertThat(finding.text().message().contains(" 30 s")).isEqualTo(kept);
        assertThat(finding.evidence().getLast().contains(" 0.10 times")).isEqualTo(kept);
    }

    /// `S = U / X`: 20 ms at 50 per second where threads wait at all moments.
    @ParameterizedTest
    @CsvSource({
        "http-exec, 50, 'held for 20.0 ms at a time within Svc.audited(Svc.java:16), and allows 50 per second'",
        "payments, 50, is not known",
        "http-exec, 0, is not known"
    })
    void a_lock_allows_what_follows_from_the_tasks_of_the_waiting_threads(
            String pool, double perSecond, String expected) {
        var woken = convoy(3).replace("cpu=1.00ms", "cpu=1.50ms");
        var evidence = new SampleEvidence().printed(Prints.history(convoy(3), woken, woken));
        var finding = findings(evidence.pools(List.of(counted(pool, perSecond)))).getFirst();
        assertThat(finding.evidence().getLast()).contains(expected);
    }

    /// Three of four moments: `U = 0.75^(1/4) = 0.931`, so 18.6 ms, and 53.7 per second.
    @Test
    void a_lock_that_is_free_now_and_then_allows_more() {
        var printed = Prints.history(convoy(3), convoy(3), convoy(2), convoy(4));
        var evidence = new SampleEvidence().printed(printed).pools(List.of(counted("http-", 50)));
        assertThat(findings(evidence).getFirst().evidence().getLast())
                .isEqualTo(
                        "50 requests or tasks per second end; if each takes the lock once, it is held for"
                                + " 18.6 ms at a time within Svc.audited(Svc.java:16), and allows 54 per"
                                + " second at most");
    }

    private static PoolReading counted(String name, double perSecond) {
        var pool =
                new Pool(
                        "attach",
                        0,
                        "executor",
                        name,
                        50,
                        OptionalLong.of(4),
                        OptionalLong.empty());
        return new PoolReading(List.of(pool), OptionalDouble.of(perSecond));
    }

    /// 250 ms after the first moment another thread holds it, and after the third one the same.
    @Test
    void a_lock_whose_rate_is_unknown_shows_how_often_its_owner_changed() {
        var other = convoy(4).replace("\"http-exec-0\" #30 ", "\"http-exec-9\" #39 ");
        var moments = new ArrayList<ThreadMoment>();
        for (var print : List.of(convoy(4), other, convoy(4), convoy(4))) {
            long pair = moments.size() / 2 * 10_000_000_000L;
            moments.add(
                    ThreadMoment.of(
                            pair + moments.size() % 2 * 250_000_000L,
                            ThreadPrint.parse(print),
                            List.of(),
                            Optional.empty()));
        }
        assertThat(only(new ThreadHistory(moments)).evidence().getLast())
                .endsWith("; 250 ms later another thread held it at 1 of 2 pairs of moments");
    }

    @Test
    void a_lock_for_which_few_threads_wait_or_at_few_moments_is_no_bound() {
        assertThat(findings(Prints.four(convoy(2)))).allMatch(f -> f.severity() == Severity.NOTE);
        assertThat(findings(Prints.history(convoy(3), convoy(9), convoy(2), convoy(0)))).isEmpty();
        assertThat(findings(Prints.history(convoy(9), convoy(9))))
                .as("two moments may be one burst")
                .isEmpty();
        assertThat(only(Prints.history(convoy(10))).id())
                .as("ten at one moment: 0.6^11 is 0.004")
                .isEqualTo(LockBound.ID);
        assertThat(findings(Prints.history(convoy(10), convoy(9)))).isEmpty();
    }

    /// `r^4` at one moment, and at three of four moments or all, for a lock held for 60 % of the
    /// time: 0.1296 and 0.0079.
    @Test
    void a_lock_that_is_free_for_40_percent_of_the_time_is_rarely_found() {
        double one = Math.pow(0.6, Prints.four(convoy(3)).fewestWaiting() + 1);
        double found = 4 * Math.pow(one, 3) * (1 - one) + Math.pow(one, 4);
        assertThat(found).isBetween(0.0078, 0.008);
    }

    @Test
    void a_convoy_beside_much_other_work_is_a_warning() {
        var others =
                IntStream.range(100, 108)
                        .mapToObj(i ->
                                Prints.thread(
                                        "worker-" + i, i, 1, "RUNNABLE", "Shop.index(Shop.java:8)"))
                        .collect(Collectors.joining());
        // 3 of 12 at work wait
        assertThat(only(Prints.four(convoy(3) + others)).severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void a_lock_that_has_moved_is_the_same() {
        var young =
                owner(4, "0xa1", "Svc")
                        + waiting(1, "0xa1", "Svc")
                        + waiting(2, "0xa1", "Svc")
                        + waiting(3, "0xa1", "Svc");
        var old = young.replace("<0xa1>", "<0xb2>");
        assertThat(only(Prints.history(young, old, old)).id()).isEqualTo(LockBound.ID);
    }

    /// Threads that wait for one object of the JDK, each in a call of its own.
    private static String callers(int waiting) {
        return Prints.thread(
                        "http-exec-0",
                        30,
                        1,
                        "TIMED_WAITING (sleeping)",
                        SLEEP,
                        "Svc.all(Svc.java:10)",
                        "- locked <0xa0> (a java.util.Hashtable)")
                + IntStream.rangeClosed(1, waiting)
                        .mapToObj(i ->
                                Prints.thread(
                                        "http-exec-" + i,
                                        30 + i,
                                        1,
                                        BLOCKED,
                                        "java.util.Hashtable.get(java.base@25.0.4/H.java:380)",
                                        "- waiting to lock <0xa0> (a java.util.Hashtable)",
                                        "Svc.read%1$d(Svc.java:2%1$d)".formatted(i)))
                        .collect(Collectors.joining());
    }

    @Test
    void callers_of_one_lock_are_one_queue() {
        var moved = callers(4).replace("<0xa0>", "<0xb0>");
        for (var printed :
                List.of(Prints.four(callers(4)), Prints.history(callers(4), moved, moved))) {
            var finding = only(printed);
            assertThat(finding.id()).isEqualTo(LockBound.ID);
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(figure(finding, "waiting")).isEqualTo(4);
            assertThat(finding.text().message())
                    .contains("java.util.Hashtable", "Svc.read1(Svc.java:21) and 3 ");
            assertThat(finding.frames())
                    .containsExactly(
                            "Svc.read1(Svc.java:21)",
                            "Svc.read2(Svc.java:22)",
                            "Svc.read3(Svc.java:23)",
                            "Svc.all(Svc.java:10)");
        }
        assertThat(findings(Prints.four(callers(2)))).allMatch(f -> f.severity() == Severity.NOTE);
    }

    @Test
    void locks_of_one_class_without_a_common_call_are_not_one_lock() {
        var second = callers(4).replace("<0xa0>", "<0xb0>").replace("Svc.", "Stock.");
        var third = callers(4).replace("<0xa0>", "<0xc0>").replace("Svc.", "Price.");
        assertThat(findings(Prints.history(callers(4), second, third))).isEmpty();
    }

    @Test
    void stripes_are_not_one_lock() {
        var print =
                IntStream.range(0, 16)
                        .mapToObj(i ->
                                i < 4
                                        ? owner(i, "0x" + i, "java.lang.Object")
                                        : waiting(i, "0x" + i % 4, "java.lang.Object"))
                        .collect(Collectors.joining());
        assertThat(findings(Prints.four(print))).isEmpty();
    }

    @Test
    void the_owner_of_a_lock_is_not_known_by_every_print() {
        var queue =
                IntStream.range(0, 3)
                        .mapToObj(i ->
                                parked("exec-" + i, 30 + i, PARKED)
                                        .replaceAll("<0x3\\d>", "<0xa0>")
                                        .replaceAll("Shop.java:3\\d", "Shop.java:50"))
                        .collect(Collectors.joining());
        var finding = only(Prints.four(queue));
        assertThat(figure(finding, "waiting")).isEqualTo(3);
        assertThat(finding.text().message()).contains("ReentrantLock", "Shop.pay(Shop.java:50)");
        assertThat(finding.evidence().getFirst()).contains("--allow-pauses");
    }

    @Test
    void what_collections_leave_is_what_threads_can_lose() {
        var collecting =
                new SampleEvidence()
                        .collections(
                                SampleCollections.of(
                                        900L << 20,
                                        new Bean("Copy", 30, 300),
                                        new Bean("MarkSweepCompact", 300, 20_700)))
                        .printed(Prints.four(convoy(3)));
        // 3 of 4 threads at work, in the 30 % that pauses leave
        assertThat(findings(collecting))
                .extracting(ServiceFinding::id)
                .containsExactly(GarbageCollections.ID, LockBound.ID);
        assertThat(findings(collecting).getLast().lost()).isCloseTo(0.225, within(1e-9));
    }
}
