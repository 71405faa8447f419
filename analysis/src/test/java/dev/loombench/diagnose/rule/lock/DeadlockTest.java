package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.BLOCKED;
import static dev.loombench.diagnose.SampleThreads.INITIALISERS;
import static dev.loombench.diagnose.SampleThreads.LOCK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.blocked;
import static dev.loombench.diagnose.SampleThreads.parked;
import static dev.loombench.diagnose.SampleThreads.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.finding.Severity;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.PrintedStack;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Cycles of threads, and what only waits behind one.
class DeadlockTest {
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
        assertThat(finding.figures()).isEqualTo(new Deadlock.Figures(2, 4));
        assertThat(finding.text().message()).startsWith("\"a\" and \"b\" ");
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

    /// Each computes a value of a map within another one.
    @Test
    void parts_of_a_map_have_no_order_in_which_to_take_them() {
        var node = "java.util.concurrent.ConcurrentHashMap$ReservationNode";
        var print =
                (blocked("a", 31, "0x2", "0x1") + blocked("b", 32, "0x1", "0x2"))
                        .replace("java.lang.Object", node);
        var finding = only(Prints.history(print));
        assertThat(finding.id()).isEqualTo(Deadlock.ID);
        assertThat(finding.text().remedy()).contains("computeIfAbsent");
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
            assertThat(finding.figures()).isEqualTo(new Deadlock.Figures(2, 2));
            assertThat(finding.text().message()).startsWith("\"a\" and \"b\" ");
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
        var finding = only(Prints.history(INITIALISERS));
        assertThat(finding.id()).isEqualTo(Deadlock.ID);
        assertThat(finding.evidence().getFirst())
                .startsWith(
                        "\"a\" in Shop$A.<clinit>(Shop.java:3) waits for the initialiser of Shop$B, which \"b\" holds");
        assertThat(finding.text().remedy()).contains("initialise one of these classes");
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
                .startsWith("\"a\" and virtual thread #71 ");
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
        var finding = only(new ThreadHistory(moments, List.of(cycle), List.of()));
        assertThat(finding.id()).isEqualTo(Deadlock.ID);
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(finding.text().message())
                .startsWith("virtual thread #71 and virtual thread #72 ");
        var chain = List.of(listed(71, "Shop@1f", "Shop@2f"), listed(72, "Shop@3f", "Shop@1f"));
        assertThat(findings(new ThreadHistory(moments, List.of(chain), List.of()))).isEmpty();
        var both = List.of(cycle, cycle);
        assertThat(only(new ThreadHistory(moments, both, List.of())).id()).isEqualTo(Deadlock.ID);
        var late = List.of(chain, cycle);
        assertThat(findings(new ThreadHistory(moments, late, List.of())))
                .as("they have run between the lists")
                .isEmpty();
    }

    private static LiveThread atLock(long number, String awaited, String owned) {
        var type = "java.util.concurrent.locks.ReentrantLock$NonfairSync";
        return new LiveThread(
                "",
                number,
                true,
                Optional.empty(),
                OptionalLong.empty(),
                new PrintedStack(
                        List.of("Shop.pay(Shop.java:%d)".formatted(number)),
                        Optional.of(new PrintedLock(Kind.SYNCHRONIZER, awaited, type)),
                        List.of(new PrintedLock(Kind.SYNCHRONIZER, owned, type))));
    }

    /// Their owners are those of different times in one list.
    @Test
    void virtual_threads_that_await_each_others_locks_are_deadlocked_by_two_lists() {
        var print = Prints.thread("main", 1, 1, "WAITING (parking)", "Shop.main(Shop.java:5)");
        var moments = Prints.history(print).moments();
        var cycle = List.of(atLock(71, "a", "b"), atLock(72, "b", "a"));
        assertThat(findings(new ThreadHistory(moments, List.of(cycle), List.of()))).isEmpty();
        var others = List.of(atLock(71, "a", "x"), atLock(72, "b", "y"));
        assertThat(findings(new ThreadHistory(moments, List.of(others, cycle), List.of())))
                .as("they awaited the same locks of other owners")
                .isEmpty();
        var finding = only(new ThreadHistory(moments, List.of(cycle, cycle), List.of()));
        assertThat(finding.id()).isEqualTo(Deadlock.ID);
        assertThat(finding.evidence().getFirst())
                .contains("virtual thread #71 in Shop.pay(Shop.java:71) waits for a ReentrantLock");
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
}
