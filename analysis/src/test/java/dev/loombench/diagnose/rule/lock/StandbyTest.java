package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.BLOCKED;
import static dev.loombench.diagnose.SampleThreads.LOCK;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static dev.loombench.diagnose.SampleThreads.WORKER;
import static dev.loombench.diagnose.SampleThreads.listed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.threads.PrintedStack;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Threads that wait for a lock by intention, as the others of an election do.
class StandbyTest {
    private static final String TIMED = "TIMED_WAITING (sleeping)";
    private static final String CALL = "com.example.Elector.lead(Elector.java:5)";

    /// @param bottom the frame below the call of the lock
    private static String waiting(int number, double cpuMillis, String bottom) {
        return Prints.thread(
                "elector-" + number,
                40 + number,
                cpuMillis,
                PARKED,
                PARK,
                "- parking to wait for  <0xa0> (a %s)".formatted(LOCK),
                "java.util.concurrent.locks.ReentrantLock.lock(java.base@25.0.4/R.java:322)",
                CALL,
                bottom);
    }

    private static String waiting(double cpuMillis, String bottom) {
        return IntStream.rangeClosed(1, 3)
                .mapToObj(number -> waiting(number, cpuMillis, bottom))
                .collect(Collectors.joining());
    }

    private static String leader(int number, double cpuMillis, String state, String... top) {
        var lines =
                IntStream.rangeClosed(0, top.length)
                        .mapToObj(i ->
                                i < top.length
                                        ? top[i]
                                        : "com.example.Elector.lead(Elector.java:6)")
                        .toArray(String[]::new);
        return Prints.thread("elector-" + number, 40 + number, cpuMillis, state, lines);
    }

    private static final String THREAD = "com.example.Elector.main(Elector.java:9)";

    private static ThreadHistory election() {
        return Prints.history(
                leader(0, 1, TIMED, SLEEP) + waiting(1, THREAD),
                leader(0, 9, TIMED, SLEEP) + waiting(1, THREAD),
                leader(0, 20, TIMED, SLEEP) + waiting(1, THREAD),
                leader(0, 30, TIMED, SLEEP) + waiting(1, THREAD));
    }

    @Test
    void threads_that_stand_by_for_a_leader_are_a_note() {
        var finding = only(election());
        assertThat(finding.id()).isEqualTo(LockBound.ID);
        assertThat(finding.severity()).isEqualTo(Severity.NOTE);
        assertThat(finding.evidence().getFirst()).contains("\"elector-0\"");
    }

    /// An owner of a monitor, and three threads that wait for it.
    ///
    /// @param ownerMillis CPU time of the owner
    /// @param waiterMillis of each of the others
    /// @param more a further thread
    private static String monitor(double ownerMillis, double waiterMillis, String more) {
        return leader(
                        0,
                        ownerMillis,
                        TIMED,
                        SLEEP,
                        "com.example.Jobs.run(Jobs.java:9)",
                        "- locked <0xa0> (a com.example.Jobs)")
                + IntStream.rangeClosed(1, 3)
                        .mapToObj(i ->
                                Prints.thread(
                                        "elector-" + i,
                                        40 + i,
                                        waiterMillis,
                                        BLOCKED,
                                        "com.example.Jobs.run(Jobs.java:8)",
                                        "- waiting to lock <0xa0> (a com.example.Jobs)",
                                        "- locked <0xb%d> (a java.lang.Object)".formatted(i),
                                        THREAD))
                        .collect(Collectors.joining())
                + more;
    }

    private static ThreadHistory monitor(double ownerMillis, double waiterMillis) {
        return Prints.history(
                monitor(1, 1, ""),
                monitor(1 + ownerMillis / 3, 1 + waiterMillis / 3, ""),
                monitor(1 + ownerMillis / 2, 1 + waiterMillis / 2, ""),
                monitor(1 + ownerMillis, 1 + waiterMillis, ""));
    }

    /// A release wakes a thread, also where its owner takes the lock again before it. Before JDK 24
    /// one wakes itself once a second.
    @ParameterizedTest
    @CsvSource({
        "25.0.4+7, 30, 0, NOTE",
        "25.0.4+7, 30, 0.6, CRITICAL",
        "25.0.4+7, 0, 0, CRITICAL",
        "21.0.8+9, 30, 0.6, NOTE",
        "21.0.8+9, 30, 6, CRITICAL"
    })
    void threads_stand_by_for_a_monitor_that_is_kept_by_one_that_runs(
            String version, double ownerMillis, double waiterMillis, Severity severity) {
        var history = monitor(ownerMillis, waiterMillis);
        assertThat(findings(new SampleEvidence().version(version).printed(history)))
                .filteredOn(finding -> finding.id().equals(LockBound.ID))
                .extracting(ServiceFinding::severity)
                .containsExactly(severity);
    }

    /// By the rule of three: 3 in 30 s.
    @Test
    void a_note_has_the_rate_from_which_on_it_is_a_fault() {
        assertThat(only(monitor(30, 0)).evidence()).anyMatch(line -> line.contains(" 0.10 times"));
    }

    @Test
    void virtual_threads_that_are_not_listed_may_wait_too() {
        var hidden = new SampleEvidence().printed(monitor(30, 0)).threads(Part.missing("crash"));
        assertThat(findings(hidden))
                .filteredOn(finding -> finding.id().equals(LockBound.ID))
                .extracting(ServiceFinding::severity)
                .containsExactly(Severity.WARNING);
    }

    /// It waits for a monitor that one of the others holds; or is a thread of a web server in code
    /// that does not show it.
    @ParameterizedTest
    @CsvSource({
        "batch, org.apache.coyote.AbstractProtocol$ConnectionHandler.process(A.java:903), false",
        "http-nio-8080-exec-1, com.example.Shop.main(Shop.java:1), false",
        "batch, com.example.Shop.main(Shop.java:1), true"
    })
    void a_request_behind_them_shows_that_they_do_not_stand_by(
            String name, String bottom, boolean note) {
        var behind =
                Prints.thread(
                        name,
                        60,
                        1,
                        BLOCKED,
                        "com.example.Shop.order(Shop.java:8)",
                        "- waiting to lock <0xb2> (a java.lang.Object)",
                        bottom);
        var printed =
                Prints.history(
                        monitor(1, 1, behind),
                        monitor(9, 1, behind),
                        monitor(20, 1, behind),
                        monitor(30, 1, behind));
        assertThat(findings(printed))
                .filteredOn(finding -> finding.id().equals(LockBound.ID))
                .extracting(finding -> finding.severity() == Severity.NOTE)
                .containsExactly(note);
    }

    @Test
    void a_lock_that_is_passed_on_is_a_bound() {
        var printed =
                Prints.history(
                        leader(0, 1, TIMED, SLEEP) + waiting(1, THREAD),
                        leader(0, 9, TIMED, SLEEP) + waiting(2, THREAD),
                        leader(0, 20, TIMED, SLEEP) + waiting(4, THREAD),
                        leader(0, 30, TIMED, SLEEP) + waiting(6, THREAD));
        assertThat(only(printed).severity()).isEqualTo(Severity.CRITICAL);
    }

    /// Those of a web server, and messages.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.coyote.AbstractProtocol$ConnectionHandler.process(A.java:903)",
                "org.springframework.kafka.listener.KafkaMessageListenerContainer$ListenerConsumer.run(K.java:1)"
            })
    void requests_that_wait_for_a_lock_do_not_stand_by(String request) {
        var printed =
                Prints.history(
                        leader(0, 1, TIMED, SLEEP) + waiting(1, request),
                        leader(0, 9, TIMED, SLEEP) + waiting(1, request),
                        leader(0, 20, TIMED, SLEEP) + waiting(1, request),
                        leader(0, 30, TIMED, SLEEP) + waiting(1, request));
        assertThat(findings(printed))
                .filteredOn(finding -> finding.id().equals(LockBound.ID))
                .extracting(ServiceFinding::severity)
                .containsExactly(Severity.CRITICAL);
    }

    /// A leader that is in one call without a limit of time may never release the lock: also one
    /// that was woken for a moment.
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3})
    void a_lock_whose_owner_did_not_run_is_a_fault(double millis) {
        var read = "sun.nio.ch.Net.poll(java.base@25.0.4/Native Method)";
        var printed =
                Prints.history(
                        leader(0, 1, "RUNNABLE", read) + waiting(1, THREAD),
                        leader(0, 1, "RUNNABLE", read) + waiting(1, THREAD),
                        leader(0, 1 + millis, "RUNNABLE", read) + waiting(1, THREAD),
                        leader(0, 1 + millis, "RUNNABLE", read) + waiting(1, THREAD));
        assertThat(only(printed).severity()).isEqualTo(Severity.CRITICAL);
    }

    /// Requests that nobody reads may be for these threads.
    @ParameterizedTest
    @CsvSource({"0, NOTE", "2, CRITICAL"})
    void unread_requests_show_that_they_may_not_stand_by(int unread, Severity severity) {
        var printed =
                Prints.history(
                        Optional.of(Prints.connections(4, unread, 0)),
                        monitor(1, 1, ""),
                        monitor(9, 1, ""),
                        monitor(20, 1, ""),
                        monitor(30, 1, ""));
        assertThat(findings(printed))
                .filteredOn(finding -> finding.id().equals(LockBound.ID))
                .extracting(ServiceFinding::severity)
                .containsExactly(severity);
    }

    /// A virtual thread that serves a request waits for a result, as of a task of the executor.
    @Test
    void a_request_in_the_last_list_that_may_wait_for_their_tasks_is_kept_by_them() {
        var request =
                new PrintedStack(
                        List.of(
                                "java.lang.VirtualThread.park(VirtualThread.java:582)",
                                "java.util.concurrent.FutureTask.get(FutureTask.java:207)",
                                SHOP,
                                "org.apache.coyote.AbstractProtocol.process(A.java:1)"),
                        Optional.empty(),
                        List.of());
        assertThat(ofExecutor(List.of())).containsExactly(Severity.NOTE);
        assertThat(ofExecutor(List.of(listed(71, request)))).containsExactly(Severity.CRITICAL);
    }

    /// The severities where threads of an executor wait for the lock.
    ///
    /// @param listed virtual threads that wait, in the only list
    private static List<Severity> ofExecutor(List<LiveThread> listed) {
        var moments =
                Prints.history(
                                leader(0, 1, TIMED, SLEEP) + waiting(1, WORKER),
                                leader(0, 9, TIMED, SLEEP) + waiting(1, WORKER),
                                leader(0, 20, TIMED, SLEEP) + waiting(1, WORKER),
                                leader(0, 30, TIMED, SLEEP) + waiting(1, WORKER))
                        .moments();
        return findings(new ThreadHistory(moments, List.of(), List.of(listed))).stream()
                .filter(finding -> finding.id().equals(LockBound.ID))
                .map(ServiceFinding::severity)
                .toList();
    }

    /// All threads of an executor in whose queue tasks wait.
    @Test
    void tasks_that_keep_others_do_not_stand_by() {
        var printed =
                Prints.history(
                        leader(0, 1, TIMED, SLEEP, CALL, WORKER) + waiting(1, WORKER),
                        leader(0, 9, TIMED, SLEEP, CALL, WORKER) + waiting(1, WORKER),
                        leader(0, 20, TIMED, SLEEP, CALL, WORKER) + waiting(1, WORKER),
                        leader(0, 30, TIMED, SLEEP, CALL, WORKER) + waiting(1, WORKER));
        var pool =
                new Pool(
                        "attach",
                        0,
                        "executor",
                        "elector",
                        4,
                        OptionalLong.of(4),
                        OptionalLong.of(12));
        var reading = new PoolReading(Collections.nCopies(4, pool), OptionalDouble.empty());
        assertThat(findings(new SampleEvidence().printed(printed).executors(List.of(reading))))
                .filteredOn(finding -> finding.id().equals(LockBound.ID))
                .extracting(ServiceFinding::severity)
                .containsExactly(Severity.CRITICAL);
    }

    @Test
    void threads_do_not_stand_by_for_one_that_ends_the_jvm() {
        var exit =
                leader(
                        0,
                        1,
                        "WAITING (on object monitor)",
                        "java.lang.Object.wait0(java.base@25.0.4/Native Method)",
                        "java.lang.Thread.join(java.base@25.0.4/Thread.java:1)",
                        "java.lang.Shutdown.exit(java.base@25.0.4/Shutdown.java:1)");
        assertThat(findings(exit + waiting(1, THREAD)))
                .filteredOn(finding -> finding.id().equals(LockBound.ID))
                .singleElement()
                .extracting(ServiceFinding::severity)
                .isNotEqualTo(Severity.NOTE);
    }
}
