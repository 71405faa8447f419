package dev.loombench.diagnose.rule.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleCollections;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.Severity;
import dev.loombench.diagnose.rule.Rules;
import dev.loombench.diagnose.rule.pool.PoolExhausted;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.observe.jvm.GarbageCollectors.Bean;
import dev.loombench.observe.proc.UnreadConnections;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedStack;
import dev.loombench.observe.threads.ThreadPrint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Rules on printed threads.
class ThreadRulesTest {
    private static final String BLOCKED = "BLOCKED (on object monitor)";
    private static final String PARKED = "WAITING (parking)";
    private static final String PARK =
            "jdk.internal.misc.Unsafe.park(java.base@25.0.4/Native Method)";
    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock$NonfairSync";
    private static final String SLEEP = "java.lang.Thread.sleep(java.base@25.0.4/Thread.java:540)";
    private static final String[] TOMCAT = {
        "org.apache.coyote.AbstractProtocol$ConnectionHandler.process(AbstractProtocol.java:903)",
        "org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1)",
        "java.lang.Thread.run(java.base@25.0.4/Thread.java:1474)"
    };

    private static List<ServiceFinding> findings(SampleEvidence evidence) {
        return Rules.apply(evidence.evidence(), KnownDefects.load());
    }

    private static List<ServiceFinding> findings(ThreadHistory printed) {
        return findings(new SampleEvidence().printed(printed));
    }

    private static ServiceFinding only(ThreadHistory printed) {
        var findings = findings(printed);
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }

    private static String blocked(String name, int number, String awaited, String held) {
        return Prints.thread(
                name,
                number,
                1,
                BLOCKED,
                "Shop.order(Shop.java:%d)".formatted(number),
                "- waiting to lock <%s> (a java.lang.Object)".formatted(awaited),
                "- locked <%s> (a java.lang.Object)".formatted(held));
    }

    @Test
    void two_threads_that_await_each_others_monitors_are_deadlocked() {
        var print =
                blocked("a", 31, "0x2", "0x1")
                        + blocked("b", 32, "0x1", "0x2")
                        + blocked("c", 33, "0x1", "0x3")
                        + blocked("d", 34, "0x3", "0x4");
        var finding = only(Prints.history(print));
        assertThat(finding.id()).isEqualTo(Deadlock.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.text().message())
                .isEqualTo(
                        "\"a\" and \"b\" wait for each other for ever, and 2 more threads wait for them");
        assertThat(finding.evidence())
                .containsExactly(
                        "\"a\" in Shop.order(Shop.java:31) waits for the monitor of a java.lang.Object,"
                                + " which \"b\" holds; \"b\" in Shop.order(Shop.java:32) waits for the"
                                + " monitor of a java.lang.Object, which \"a\" holds");
        assertThat(finding.lost()).isCloseTo(1, within(0.01)); // but for collections
    }

    @Test
    void a_chain_without_a_cycle_is_no_deadlock() {
        var print =
                blocked("a", 31, "0x2", "0x1")
                        + blocked("b", 32, "0x3", "0x2")
                        + Prints.thread(
                                "c",
                                33,
                                1,
                                "RUNNABLE",
                                "Shop.order(Shop.java:33)",
                                "- locked <0x3> (a java.lang.Object)");
        assertThat(findings(Prints.history(print))).isEmpty();
    }

    private static String parked(String name, int number, String state, String... more) {
        String[] lines = {
            PARK,
            "- parking to wait for  <0x%d> (a %s)".formatted(number, LOCK),
            "java.util.concurrent.locks.ReentrantLock.lock(java.base@25.0.4/ReentrantLock.java:322)",
            "Shop.pay(Shop.java:%d)".formatted(number)
        };
        return Prints.thread(name, number, 1, state, concat(lines, more));
    }

    /// The owner of the `ReentrantLock` is in the JVM's own words only, and its object has moved.
    private static String mixed(String state) {
        return blocked("a", 31, "0x2", "0x1")
                + parked("b", 32, state, "- locked <0x2> (a java.lang.Object)")
                + """
                Found one Java-level deadlock:
                =============================
                "a":
                  waiting to lock monitor 0x7f (object 0x92, a java.lang.Object),
                  which is held by "b"

                "b":
                  waiting for ownable synchronizer 0x9032, (a %s),
                  which is held by "a"

                """
                        .formatted(LOCK);
    }

    @Test
    void a_monitor_and_a_lock_may_be_in_one_cycle() {
        var finding = only(Prints.history(mixed(PARKED)));
        assertThat(finding.id()).isEqualTo(Deadlock.ID);
        assertThat(finding.evidence().getFirst())
                .contains(
                        "\"b\" in Shop.pay(Shop.java:32) waits for a ReentrantLock, which \"a\" holds");
        assertThat(finding.frames())
                .containsExactly("Shop.order(Shop.java:31)", "Shop.pay(Shop.java:32)");
    }

    /// Which of the threads of one name owns a lock, only the order of the JVM's own words shows.
    @Test
    void threads_of_a_deadlock_may_have_one_name() {
        var entry =
                """
                "b":
                  waiting for ownable synchronizer 0x1, (a %s),
                  which is held by "b"

                """
                        .formatted(LOCK);
        var print =
                parked("b", 31, PARKED)
                        + parked("b", 32, PARKED)
                        + "Found one Java-level deadlock:\n"
                        + entry.repeat(2);
        assertThat(only(Prints.history(print)).frames())
                .containsExactly("Shop.pay(Shop.java:31)", "Shop.pay(Shop.java:32)");
    }

    /// Of the monitor of a class the JVM does not say whose it is, and both owners entered by JNI.
    private static String ofClasses(String threads) {
        return threads
                + """
                Found one Java-level deadlock:
                =============================
                "a":
                  waiting to lock monitor 0x7f (object 0x92, a java.lang.Class),
                  which is held by "b"

                "b":
                  waiting to lock monitor 0x7e (object 0x91, a java.lang.Class),
                  which is held by "a"

                """;
    }

    private static String awaitsClass(String name, int number) {
        return Prints.thread(
                name,
                number,
                1,
                BLOCKED,
                "Shop.order(Shop.java:%d)".formatted(number),
                "- waiting to lock <0x%d> (a java.lang.Class for Shop%d)"
                        .formatted(number, number));
    }

    @Test
    void static_synchronized_methods_may_wait_for_each_other() {
        var print = ofClasses(awaitsClass("a", 31) + awaitsClass("b", 32));
        assertThat(only(Prints.history(print)).frames())
                .containsExactly("Shop.order(Shop.java:31)", "Shop.order(Shop.java:32)");
    }

    /// As at the end of a log that was cut.
    @Test
    void a_deadlock_that_the_jvm_found_is_named_although_its_threads_are_not_known() {
        for (var threads : List.of("", awaitsClass("a", 31))) {
            var finding = only(Prints.history(ofClasses(threads)));
            assertThat(finding.id()).isEqualTo(Deadlock.ID);
            assertThat(finding.figures()).hasValue(new Deadlock.Figures(2, 2));
            assertThat(finding.text().message())
                    .isEqualTo("\"a\" and \"b\" wait for each other for ever");
        }
        var timed = awaitsClass("a", 31).replace(BLOCKED, "TIMED_WAITING (parking)");
        assertThat(findings(Prints.history(ofClasses(timed)))).isEmpty();
    }

    @Test
    void a_thread_that_waits_for_a_limited_time_is_not_deadlocked() {
        assertThat(findings(Prints.history(mixed("TIMED_WAITING (parking)")))).isEmpty();
    }

    @Test
    void class_initialisers_may_wait_for_each_other() {
        var print =
                Prints.thread(
                                "a",
                                31,
                                1,
                                "RUNNABLE",
                                "Shop$A.<clinit>(Shop.java:3)",
                                "- waiting on the Class initialization monitor for Shop$B")
                        + Prints.thread(
                                "b",
                                32,
                                1,
                                "RUNNABLE",
                                "Shop$B.<clinit>(Shop.java:5)",
                                "- waiting on the Class initialization monitor for Shop$A");
        var finding = only(Prints.history(print));
        assertThat(finding.id()).isEqualTo(Deadlock.ID);
        assertThat(finding.evidence().getFirst())
                .startsWith(
                        "\"a\" in Shop$A.<clinit>(Shop.java:3) waits for the initialiser of Shop$B, which \"b\" holds");
        assertThat(finding.text().remedy()).contains("initialise one of these classes");
    }

    /// The thread that initialises the subclass has no frame of it while it waits for the
    /// superclass.
    @Test
    void a_subclass_and_its_superclass_may_wait_for_each_other() {
        var print =
                Prints.thread(
                                "a",
                                31,
                                1,
                                "RUNNABLE",
                                "Base.<clinit>(Shop.java:3)",
                                "- waiting on the Class initialization monitor for Derived")
                        + Prints.thread(
                                "b",
                                32,
                                1,
                                "RUNNABLE",
                                "Shop.order(Shop.java:5)",
                                "- waiting on the Class initialization monitor for Base");
        var finding = only(Prints.four(print));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.text().message())
                .isEqualTo(
                        "1 thread waits in Base.<clinit>(Shop.java:3) for the initialiser of Derived,"
                                + " which no printed thread holds, and 1 more thread waits for it");
        assertThat(finding.text().remedy()).contains("a thread that initialises a subclass");
        assertThat(finding.lost()).isCloseTo(1, within(0.01)); // but for collections
    }

    @Test
    void a_virtual_thread_on_its_carrier_may_be_in_a_cycle() {
        var print =
                blocked("a", 31, "0x2", "0x1")
                        + """
                        "ForkJoinPool-1-worker-1" #40 [140] daemon prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x7f  [0x7f]
                           Carrying virtual thread #71
                        \tat jdk.internal.vm.Continuation.run(java.base@25.0.4/Continuation.java:251)
                           Mounted virtual thread #71
                        \tat Shop.pay(Shop.java:40)
                        \t- waiting to lock <0x1> (a java.lang.Object)
                        \t- locked <0x2> (a java.lang.Object)

                        """;
        assertThat(only(Prints.history(print)).text().message())
                .isEqualTo("\"a\" and virtual thread #71 wait for each other for ever");
    }

    private static LiveThread listed(long number, String awaited, String owned) {
        return new LiveThread(
                "",
                number,
                true,
                Optional.empty(),
                OptionalLong.empty(),
                new PrintedStack(
                        List.of("Shop.pay(Shop.java:%d)".formatted(number)),
                        Optional.of(PrintedLock.monitor(awaited)),
                        List.of(PrintedLock.monitor(owned))));
    }

    @Test
    void virtual_threads_without_a_carrier_are_deadlocked_by_the_list_of_threads() {
        var print = Prints.thread("main", 1, 1, "WAITING (parking)", "Shop.main(Shop.java:5)");
        var moments = Prints.history(print).moments();
        var cycle = List.of(listed(71, "Shop@1f", "Shop@2f"), listed(72, "Shop@2f", "Shop@1f"));
        var finding = only(new ThreadHistory(moments, cycle));
        assertThat(finding.id()).isEqualTo(Deadlock.ID);
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(finding.text().message())
                .isEqualTo(
                        "virtual thread #71 and virtual thread #72 wait for each other for ever");
        var chain = List.of(listed(71, "Shop@1f", "Shop@2f"), listed(72, "Shop@3f", "Shop@1f"));
        assertThat(findings(new ThreadHistory(moments, chain))).isEmpty();
    }

    private static LiveThread listed(long number, PrintedStack stack) {
        return new LiveThread("", number, true, Optional.empty(), OptionalLong.empty(), stack);
    }

    /// Virtual threads that wait for a monitor, and one that holds it.
    private static ThreadHistory queued(int waiting) {
        var monitor = PrintedLock.monitor("Shop@1f");
        var call = List.of("Shop.audit(Shop.java:9)");
        var waits = new PrintedStack(call, Optional.of(monitor), List.of());
        var holds = new PrintedStack(call, Optional.empty(), List.of(monitor));
        var print = Prints.thread("main", 1, 1, PARKED, "Shop.main(Shop.java:5)");
        return new ThreadHistory(
                Prints.four(print).moments(),
                IntStream.rangeClosed(0, waiting)
                        .mapToObj(i -> listed(71 + i, i == 0 ? holds : waits))
                        .toList());
    }

    /// In the list are 10 virtual threads, and `main` is at work: 10 of 11 wait.
    @Test
    void virtual_threads_without_a_carrier_queue_for_a_monitor_by_the_list_of_threads() {
        var finding = only(queued(10));
        assertThat(finding.id()).isEqualTo(LockBound.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(finding.text().message())
                .isEqualTo("10 threads wait for the monitor of a Shop in Shop.audit(Shop.java:9)");
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

    private static String waiting(int i, String id, String type) {
        return Prints.thread(
                "http-exec-" + i,
                30 + i,
                1,
                BLOCKED,
                "Svc.audited(Svc.java:16)",
                "- waiting to lock <%s> (a %s)".formatted(id, type),
                "Svc.lambda$main$3(Svc.java:44)");
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
        assertThat(finding.text().message())
                .isEqualTo(
                        "3 threads wait for the monitor of Svc.class in Svc.audited(Svc.java:16)");
        assertThat(finding.evidence())
                .containsExactly(
                        "at 3 of 4 moments; \"http-exec-0\" holds it in Svc.audited(Svc.java:16), and is"
                                + " in java.lang.Thread.sleep",
                        "how long it is held at a time is not known, as no management bean counts the"
                                + " requests or tasks of these threads");
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
        var evidence = new SampleEvidence().printed(Prints.four(convoy(3)));
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
        assertThat(findings(Prints.four(convoy(2)))).isEmpty();
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
            assertThat(finding.text().message())
                    .isEqualTo(
                            "4 threads wait for the monitor of a java.util.Hashtable in"
                                    + " Svc.read1(Svc.java:21) and 3 other calls");
            assertThat(finding.frames())
                    .containsExactly(
                            "Svc.read1(Svc.java:21)",
                            "Svc.read2(Svc.java:22)",
                            "Svc.read3(Svc.java:23)",
                            "Svc.all(Svc.java:10)");
        }
        assertThat(findings(Prints.four(callers(2)))).isEmpty();
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
        assertThat(finding.text().message())
                .isEqualTo("3 threads wait for a ReentrantLock in Shop.pay(Shop.java:50)");
        assertThat(finding.evidence().getFirst()).contains("--allow-pauses");
    }

    @Test
    void threads_that_a_deadlock_stops_are_no_convoy() {
        var print =
                blocked("a", 31, "0x2", "0x1")
                        + blocked("b", 32, "0x1", "0x2")
                        + IntStream.range(40, 50)
                                .mapToObj(i -> waiting(i, "0x1", "java.lang.Object"))
                                .collect(Collectors.joining());
        assertThat(only(Prints.four(print)).id()).isEqualTo(Deadlock.ID);
    }

    /// @param cpuMillis of each thread
    private static String requests(int count, double cpuMillis, String... top) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i ->
                        Prints.thread(
                                "http-nio-8080-exec-" + i,
                                30 + i,
                                cpuMillis,
                                "TIMED_WAITING (sleeping)",
                                concat(top, TOMCAT)))
                .collect(Collectors.joining());
    }

    private static String[] concat(String[] top, String[] bottom) {
        return Stream.of(top, bottom).flatMap(Arrays::stream).toArray(String[]::new);
    }

    private static final String IDLE =
            Prints.thread(
                    "http-nio-8080-exec-99",
                    99,
                    1,
                    PARKED,
                    PARK,
                    "java.util.concurrent.LinkedBlockingQueue.take(java.base@25.0.4/L.java:435)",
                    "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask(T.java:1)");

    private static ThreadHistory served(int connections, int unread, String more) {
        return Prints.history(
                Optional.of(new UnreadConnections(connections, unread, 0)),
                requests(10, 10, SLEEP, "Shop.order(Shop.java:30)") + more,
                requests(10, 20, SLEEP, "Shop.order(Shop.java:30)") + more,
                requests(10, 30, SLEEP, "Shop.order(Shop.java:30)") + more);
    }

    @Test
    void a_web_server_without_a_free_thread_for_unread_requests_is_exhausted() {
        var finding = only(served(60, 50, ""));
        assertThat(finding.id()).isEqualTo(PoolExhausted.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.text().message())
                .isEqualTo(
                        "pool http-nio-8080-exec of Tomcat is exhausted: none of 10 threads is free, and"
                                + " up to 50 requests wait");
        assertThat(finding.text().remedy()).contains("maxThreads (server.tomcat.threads.max)");
        assertThat(finding.frames()).containsExactly("Shop.order(Shop.java:30)");
    }

    /// A handler may wait for the reply in a queue.
    @Test
    void a_web_server_whose_handlers_take_from_a_queue_is_exhausted() {
        var take = "java.util.concurrent.LinkedBlockingQueue.take(java.base@25.0.4/L.java:435)";
        var printed =
                Prints.history(
                        Optional.of(new UnreadConnections(60, 50, 0)),
                        requests(10, 10, PARK, take, "Shop.order(Shop.java:30)"),
                        requests(10, 20, PARK, take, "Shop.order(Shop.java:30)"),
                        requests(10, 30, PARK, take, "Shop.order(Shop.java:30)"));
        var finding = only(printed);
        assertThat(finding.id()).isEqualTo(PoolExhausted.ID);
        assertThat(finding.frames()).containsExactly("Shop.order(Shop.java:30)");
    }

    @ParameterizedTest
    @CsvSource({"11, 1, 1", "11, 0, 0", "10, 10, 0"})
    void requests_wait_in_unread_connections_beyond_the_busy_threads(
            int connections, int unread, int expected) {
        assertThat(findings(served(connections, unread, ""))).hasSize(expected);
    }

    /// The threads of the pool stand still, and the requests that wait for them are a consequence.
    @Test
    void requests_that_wait_for_threads_in_calls_are_no_finding_of_their_own() {
        var print = requests(10, 10, SLEEP, "Shop.order(Shop.java:30)");
        var waiting = Optional.of(new UnreadConnections(60, 50, 0));
        assertThat(findings(Prints.history(waiting, print, print, print, print)))
                .extracting(ServiceFinding::id)
                .containsExactlyInAnyOrder(NoProgress.ID, PoolExhausted.ID);
    }

    private static String worker(int i, double cpuMillis) {
        return Prints.thread(
                "XNIO-1 task-" + i,
                30 + i,
                cpuMillis,
                "TIMED_WAITING (sleeping)",
                SLEEP,
                "Shop.order(Shop.java:30)",
                "io.undertow.server.Connectors.executeRootHandler(Connectors.java:393)",
                "org.jboss.threads.EnhancedQueueExecutor$ThreadBody.run(E.java:1282)");
    }

    /// Two workers, and requests of 2 and 5 connections that Undertow has read.
    @ParameterizedTest
    @CsvSource({"2, 0", "5, 1"})
    void a_pool_of_undertow_is_exhausted_where_more_requests_were_read(int read, int expected) {
        var printed =
                Prints.history(
                        Optional.of(new UnreadConnections(60, 0, read)),
                        worker(1, 10) + worker(2, 10),
                        worker(1, 20) + worker(2, 20),
                        worker(1, 30) + worker(2, 30));
        var findings = findings(printed);
        assertThat(findings).hasSize(expected);
        assertThat(printed.busyExecutors())
                .as("otherwise the queue is unknown")
                .hasSize(1 - expected);
        for (var finding : findings) {
            assertThat(finding.text().message())
                    .isEqualTo(
                            "pool XNIO-1 task of Undertow is exhausted: none of 2 threads is free, and up"
                                    + " to 3 requests wait");
            assertThat(finding.text().remedy()).contains("server.undertow.threads.worker");
        }
    }

    @Test
    void requests_that_wait_for_other_threads_are_said_to_do_so() {
        var latch = "java.util.concurrent.CountDownLatch.await(java.base@25.0.4/C.java:232)";
        var printed =
                Prints.history(
                        Optional.of(new UnreadConnections(60, 50, 0)),
                        requests(4, 10, PARK, latch, "Shop.order(Shop.java:30)"),
                        requests(4, 20, PARK, latch, "Shop.order(Shop.java:30)"),
                        requests(4, 30, PARK, latch, "Shop.order(Shop.java:30)"));
        assertThat(only(printed).evidence().getLast())
                .isEqualTo(
                        "4 of 4 threads wait for other threads (CountDownLatch), and for which ones is"
                                + " not known");
        assertThat(only(served(60, 50, "")).evidence()).hasSize(1);
    }

    private static String holder() {
        return Prints.thread(
                "main", 1, 1, "TIMED_WAITING (sleeping)", SLEEP, "Gate.pass(Gate.java:5)");
    }

    /// @param taken permits
    private static String gate(int waiting, int taken) {
        var gate = "Gate.lambda$pass$1(Gate.java:9)";
        var acquire = "java.util.concurrent.Semaphore.acquire(java.base@25.0.4/S.java:318)";
        return IntStream.range(0, waiting + taken)
                .mapToObj(i ->
                        i < waiting
                                ? Prints.thread("exec-" + i, 30 + i, 1, PARKED, PARK, acquire, gate)
                                : Prints.thread("exec-" + i, 30 + i, 1, PARKED, SLEEP, gate))
                .collect(Collectors.joining());
    }

    @Test
    void permits_for_which_threads_wait_at_most_moments_are_the_bound() {
        var finding = only(Prints.history(gate(3, 2), gate(5, 2), gate(2, 2), gate(4, 2)));
        assertThat(finding.id()).isEqualTo(PermitBound.ID);
        assertThat(finding.text().message())
                .isEqualTo("4 threads wait for a permit of a Semaphore in Gate.pass(Gate.java:9)");
        assertThat(finding.evidence())
                .containsExactly(
                        "at 3 of 4 moments; who holds the permits is not known, as a semaphore has no"
                                + " owner; by stacks about 2 are taken, by other threads in this method");
        assertThat(only(Prints.four(gate(3, 0) + holder())).evidence().getFirst())
                .as("the method that holds the lambda is another one")
                .contains("no other thread is in this method");
    }

    @Test
    void permits_that_nothing_returns_are_critical() {
        var finding = only(Prints.four(gate(3, 0)));
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.text().message())
                .isEqualTo(
                        "3 threads wait for a permit of a Semaphore in Gate.pass(Gate.java:9), and none got one in 30 s");
        assertThat(only(Prints.four(gate(3, 0).replace("WAITING", "TIMED_WAITING"))).severity())
                .as("they wait for a limited time")
                .isEqualTo(Severity.WARNING);
        assertThat(only(Prints.history(gate(3, 2), gate(5, 2), gate(2, 2), gate(4, 2))).severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void permits_for_which_few_threads_wait_or_at_few_moments_are_no_bound() {
        assertThat(findings(Prints.four(gate(2, 2)))).isEmpty();
        assertThat(findings(Prints.history(gate(3, 2), gate(9, 2), gate(2, 2), gate(0, 2))))
                .isEmpty();
    }

    private static ThreadHistory loops(int selecting) {
        var loops =
                IntStream.rangeClosed(1, 4)
                        .mapToObj(i ->
                                Prints.thread(
                                        "reactor-http-epoll-" + i,
                                        30 + i,
                                        1,
                                        "RUNNABLE",
                                        i <= selecting
                                                ? "io.netty.channel.epoll.Native.epollWait(Native.java:1)"
                                                : "Shop.order(Shop.java:30)",
                                        "io.netty.util.concurrent.FastThreadLocalRunnable.run(F.java:1)"))
                        .collect(Collectors.joining());
        return Prints.history(Optional.of(new UnreadConnections(60, 50, 0)), loops, loops, loops);
    }

    @Test
    void an_event_loop_that_waits_for_events_is_free() {
        assertThat(findings(loops(1))).noneMatch(f -> f.id().equals(PoolExhausted.ID));
        assertThat(findings(loops(0))).anyMatch(f -> f.id().equals(PoolExhausted.ID));
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

    @Test
    void a_pool_with_a_free_thread_is_not_exhausted() {
        assertThat(findings(served(60, 50, IDLE))).isEmpty();
    }

    private static SampleEvidence withBean(long capacity, OptionalLong waiting) {
        var bean =
                new Pool(
                        "attach",
                        0,
                        "Tomcat",
                        "http-nio-8080",
                        capacity,
                        OptionalLong.of(10),
                        waiting);
        return new SampleEvidence()
                .printed(served(60, 50, ""))
                .pools(List.of(new PoolReading(List.of(bean), OptionalDouble.empty())));
    }

    @Test
    void the_bean_of_a_pool_knows_its_limit() {
        assertThat(findings(withBean(200, OptionalLong.empty()))).isEmpty();
    }

    /// That of Tomcat shows no queue.
    @Test
    void the_threads_of_a_pool_show_what_its_bean_does_not() {
        assertThat(findings(withBean(10, OptionalLong.empty())))
                .extracting(finding -> finding.text().message())
                .containsExactly(
                        "pool http-nio-8080-exec of Tomcat is exhausted: none of 10 threads is free, and"
                                + " up to 50 requests wait");
        assertThat(findings(withBean(10, OptionalLong.of(7))))
                .extracting(finding -> finding.text().message())
                .containsExactly(
                        "pool http-nio-8080 of Tomcat is exhausted: all 10 are in use, and up to 7 requests wait");
    }

    @ParameterizedTest
    @CsvSource({"2, 0", "3, 1"})
    void threads_that_wait_for_a_connection_at_most_moments_exhaust_their_pool(
            int waiting, int expected) {
        var wait =
                requests(
                        waiting,
                        5,
                        PARK,
                        "java.util.concurrent.SynchronousQueue.poll(java.base@25.0.4/S.java:1)",
                        "com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:151)",
                        "com.zaxxer.hikari.HikariDataSource.getConnection(HikariDataSource.java:99)",
                        "Shop.order(Shop.java:30)");
        var evidence = new SampleEvidence().pools(List.of()).printed(Prints.four(wait + IDLE));
        assertThat(findings(evidence))
                .hasSize(expected)
                .allSatisfy(finding -> {
                    assertThat(finding.id()).isEqualTo(PoolExhausted.ID);
                    assertThat(finding.text().message())
                            .isEqualTo("3 threads wait for a connection of HikariCP");
                    assertThat(finding.text().remedy()).contains("spring.datasource.hikari");
                });
    }

    private static ThreadHistory calls(double cpuMillis, String more) {
        var call = "com.example.Partner.read(Partner.java:12)";
        return Prints.history(
                requests(10, 10, call) + more,
                requests(10, 10, call) + more,
                requests(10, 10 + cpuMillis, call) + more);
    }

    @Test
    void a_full_pool_whose_threads_do_not_run_makes_no_progress() {
        var finding = only(calls(1, ""));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.text().message())
                .isEqualTo(
                        "10 of 10 threads of http-nio-8080-exec did not run in 30 s: they are still in"
                                + " the same call");
        assertThat(finding.frames()).containsExactly("com.example.Partner.read(Partner.java:12)");
        assertThat(findings(calls(1.01, ""))).as("they ran").isEmpty();
        assertThat(findings(calls(1, IDLE))).as("a thread is free").isEmpty();
    }

    /// Streams of events may take all threads of a pool that can grow.
    @ParameterizedTest
    @CsvSource({"10, WARNING", "11, CRITICAL"})
    void threads_may_stand_still_by_intention_where_no_request_waits(
            int connections, Severity severity) {
        var print = requests(10, 10, "com.example.Events.send(Events.java:12)");
        var history =
                Prints.history(
                        Optional.of(new UnreadConnections(connections, 5, 0)), print, print, print);
        assertThat(findings(history))
                .filteredOn(f -> f.id().equals(NoProgress.ID))
                .singleElement()
                .extracting(ServiceFinding::severity)
                .isEqualTo(severity);
    }

    @Test
    void threads_that_await_a_monitor_of_no_thread_make_no_progress() {
        var finding = only(Prints.four(waiting(1, "0xa0", "Svc")));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(finding.text().message())
                .isEqualTo(
                        "1 thread waits in Svc.audited(Svc.java:16) for the monitor of a Svc, which no"
                                + " printed thread holds");
        assertThat(findings(Prints.history(waiting(1, "0xa0", "Svc"), waiting(1, "0xa0", "Svc"))))
                .as("two moments")
                .isEmpty();
    }

    private static String parked(String type, String owners) {
        return Prints.thread(
                        "orders",
                        31,
                        1,
                        "WAITING (parking)",
                        "jdk.internal.misc.Unsafe.park(Native Method)",
                        "- parking to wait for  <0xa0> (a java.util.concurrent.locks.%s)"
                                .formatted(type),
                        "Svc.audited(Svc.java:16)")
                + Prints.thread("timer", 32, 1, "TIMED_WAITING (sleeping)", SLEEP)
                + owners;
    }

    /// The wake-up was lost, or its owner has ended.
    @Test
    void threads_that_await_a_lock_without_an_owner_make_no_progress() {
        var none = "   Locked ownable synchronizers:\n\t- None\n\n";
        var type = "ReentrantLock$NonfairSync";
        var finding = only(Prints.four(parked(type, none)));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.text().message())
                .isEqualTo(
                        "1 thread waits in Svc.audited(Svc.java:16) for a ReentrantLock, which no"
                                + " printed thread holds");
        assertThat(finding.text().remedy()).contains("unlock in finally");
        assertThat(findings(Prints.four(parked(type, "")))).as("owners are not printed").isEmpty();
        assertThat(findings(Prints.four(parked("ReentrantReadWriteLock$NonfairSync", ""))))
                .as("a writer is not printed")
                .isEmpty();
        var held =
                """
                   Locked ownable synchronizers:
                \t- <0xa0> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

                """;
        assertThat(
                        findings(
                                Prints.history(
                                        parked(type, none),
                                        parked(type, held),
                                        parked(type, none),
                                        parked(type, none))))
                .as("it had an owner")
                .isEmpty();
    }

    /// Its readers are not known, and it may be one of them itself.
    @ParameterizedTest
    @CsvSource({
        "ReentrantReadWriteLock$NonfairSync, ReentrantReadWriteLock",
        "StampedLock, StampedLock"
    })
    void a_thread_that_awaits_a_lock_without_a_known_holder_makes_no_progress(
            String type, String name) {
        var none = "   Locked ownable synchronizers:\n\t- None\n\n";
        var finding = only(Prints.four(parked(type, none)));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.text().message())
                .isEqualTo(
                        "1 thread waits in Svc.audited(Svc.java:16) for a %s, whose holder the JVM does not know"
                                .formatted(name));
    }

    /// The next owner of the monitor got no carrier, as both waited: one of them for this monitor,
    /// while it loaded a class.
    @Test
    void a_service_that_stood_still_is_named_by_its_monitor() throws IOException {
        var finding = only(Prints.four(resource("petclinic-25.0.3.txt")));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.text().message())
                .isEqualTo(
                        "2 threads wait in org.hibernate.validator.internal.engine.validationcontext"
                                + ".AbstractValidationContext.createConstraintValidatorContextFor"
                                + "(AbstractValidationContext.java:296) for the monitor of a"
                                + " org.springframework.boot.loader.net.protocol.jar.UrlNestedJarFile,"
                                + " which no printed thread holds");
    }

    private static String resource(String name) throws IOException {
        try (var in = Objects.requireNonNull(ThreadPrint.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
