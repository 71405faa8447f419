package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.LOCK;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.parked;
import static dev.loombench.diagnose.SampleThreads.requestsIn;
import static dev.loombench.diagnose.SampleThreads.threads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.SampleThreads;
import dev.loombench.diagnose.evidence.LockOwners.Holder;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.PrintedStack;
import dev.loombench.observe.threads.ThreadPrint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A thread that awaits a lock at four moments, at which it names the owner.
class UnprintedOwnersTest {
    private static final String MONITOR = "- locked <0x2> (a java.lang.Object)";
    private static final Optional<Holder> NONE = Optional.empty();
    private static final Optional<Holder> VIRTUAL = Optional.of(new Holder(71, ""));

    private static List<ThreadMoment> moments(
            String print, String lock, List<Optional<Holder>> holders) {
        var moments = new ArrayList<ThreadMoment>();
        for (var holder : holders) {
            moments.add(
                    ThreadMoment.of(
                            moments.size() * 10_000_000_000L,
                            ThreadPrint.parse(print),
                            List.of(),
                            Optional.empty(),
                            Map.of(new PrintedLock(Kind.SYNCHRONIZER, lock, LOCK), holder)));
        }
        return moments;
    }

    private static ThreadHistory history(String print, List<Optional<Holder>> holders) {
        return new ThreadHistory(moments(print, "0x31", holders));
    }

    private static ThreadHistory history(String print, Optional<Holder> holder) {
        return history(print, Collections.nCopies(4, holder));
    }

    /// As in a deadlock of a platform thread and a virtual one without a carrier.
    @Test
    void a_thread_with_a_monitor_whose_lock_a_virtual_thread_holds_makes_no_progress() {
        var finding = only(history(parked("flusher", 31, PARKED, MONITOR), VIRTUAL));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(figure(finding, "threads")).isEqualTo(1);
        assertThat(finding.text().message())
                .contains(
                        "Shop.pay(Shop.java:31)", "ReentrantLock", "thread #71", "may have ended");
        assertThat(finding.evidence().toString()).contains("the monitor of a java.lang.Object");
    }

    /// It may do what it has to.
    @Test
    void a_virtual_owner_alone_is_less_certain() {
        var finding = only(history(parked("flusher", 31, PARKED), VIRTUAL));
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.confidence()).isEqualTo(Confidence.LOW);
        var timed = parked("flusher", 31, "TIMED_WAITING (parking)");
        assertThat(findings(history(timed, VIRTUAL))).isEmpty();
    }

    /// As the thread of a timer whose task threw an exception before it unlocked.
    @Test
    void an_owner_has_ended_where_the_jvm_has_run_no_virtual_thread() {
        var ended = Optional.of(new Holder(41, "export-a"));
        var finding =
                only(
                        new SampleEvidence()
                                .withoutVirtual()
                                .printed(history(parked("export-b", 31, PARKED), ended)));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.confidence()).isEqualTo(Confidence.HIGH);
        assertThat(finding.text().message()).contains("#41", "export-a", "has ended");
        assertThat(finding.text().remedy()).contains("finally");
    }

    @Test
    void a_lock_that_has_no_owner_at_any_moment_lost_its_wake_up() {
        var finding = only(history(parked("flusher", 31, PARKED), NONE));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void a_lock_that_changes_its_owner_is_passed_on() {
        var print = parked("flusher", 31, PARKED, MONITOR);
        var other = Optional.of(new Holder(72, ""));
        assertThat(findings(history(print, List.of(VIRTUAL, VIRTUAL, other, VIRTUAL)))).isEmpty();
        assertThat(findings(history(print, List.of(VIRTUAL, NONE, VIRTUAL, VIRTUAL)))).isEmpty();
    }

    /// It waits for another lock, and so may not have held this one when it was printed.
    @Test
    void an_owner_that_is_printed_is_not_unknown() {
        var print = parked("a", 31, PARKED, MONITOR) + parked("b", 32, PARKED);
        assertThat(findings(history(print, Optional.of(new Holder(32, "b"))))).isEmpty();
    }

    /// The JVM finds no deadlock with a class initialiser, and its print has no owner of a lock.
    @Test
    void a_lock_and_an_initialiser_may_be_in_one_cycle() {
        var initialises =
                Prints.thread(
                        "a",
                        31,
                        1,
                        PARKED,
                        PARK,
                        "- parking to wait for  <0x31> (a %s)".formatted(LOCK),
                        "Rates.<clinit>(Rates.java:3)");
        var waits = "- waiting on the Class initialization monitor for Rates";
        var owner = Prints.thread("b", 32, 1, "RUNNABLE", "Shop.pay(Shop.java:9)", waits);
        var further =
                threads(
                        "c-",
                        3,
                        PARKED,
                        PARK,
                        "- parking to wait for  <0x31> (a %s)".formatted(LOCK),
                        "Shop.order(Shop.java:5)");
        var holder = Optional.of(new Holder(32, "b"));
        var finding = only(history(initialises + owner + further, holder));
        assertThat(finding.id()).isEqualTo(Deadlock.ID);
        assertThat(finding.figures()).isEqualTo(new Deadlock.Figures(2, 5));
        var ran = Prints.thread("b", 32, 9, "RUNNABLE", "Shop.pay(Shop.java:9)", waits);
        var two = List.of(holder, holder);
        var moments = new ArrayList<>(moments(initialises + owner, "0x31", two));
        moments.addAll(moments(initialises + ran, "0x31", two));
        assertThat(findings(new ThreadHistory(moments)))
                .as("it may have taken the lock meanwhile")
                .isEmpty();
    }

    @Test
    void an_owner_in_the_list_of_all_threads_is_named_with_its_call() {
        var stack =
                new PrintedStack(
                        List.of("Shop.transfer(Shop.java:5)"), Optional.empty(), List.of());
        var moments =
                moments(parked("flusher", 31, PARKED), "0x31", Collections.nCopies(4, VIRTUAL));
        var lists = List.of(List.of(SampleThreads.listed(71, stack)));
        var finding = only(new ThreadHistory(moments, List.of(), lists));
        assertThat(finding.text().message()).contains("thread #71", "Shop.transfer(Shop.java:5)");
        assertThat(finding.frames())
                .containsExactly("Shop.pay(Shop.java:31)", "Shop.transfer(Shop.java:5)");
    }

    @Test
    void an_owner_for_whose_lock_virtual_threads_queue_is_named_with_these() {
        var lock = new PrintedLock(Kind.SYNCHRONIZER, LOCK + "@1f", LOCK);
        var call = List.of("Shop.audit(Shop.java:9)");
        var holds = new PrintedStack(call, Optional.empty(), List.of(lock));
        var waits = new PrintedStack(call, Optional.of(lock), List.of());
        var list =
                IntStream.rangeClosed(71, 81)
                        .mapToObj(i -> SampleThreads.listed(i, i == 71 ? holds : waits))
                        .toList();
        var moments =
                moments(parked("flusher", 31, PARKED), "0x31", Collections.nCopies(4, VIRTUAL));
        var finding = only(new ThreadHistory(moments, List.of(list, list), List.of()));
        assertThat(finding.id()).isEqualTo(LockBound.ID);
    }

    /// A dump of others names no owner.
    @Test
    void a_thread_that_holds_a_monitor_and_awaits_a_lock_of_any_thread_may_be_deadlocked() {
        var finding = only(Prints.four(parked("flusher", 31, PARKED, MONITOR)));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.confidence()).isEqualTo(Confidence.LOW);
        assertThat(finding.text().remedy()).contains("Thread.print -l");
        assertThat(findings(Prints.four(parked("flusher", 31, PARKED)))).as("no monitor").isEmpty();
    }

    @Test
    void a_pool_whose_threads_await_such_a_lock_is_its_consequence() {
        var print =
                requestsIn(
                        PARKED,
                        2,
                        10,
                        PARK,
                        "- parking to wait for  <0x31> (a %s)".formatted(LOCK),
                        "com.example.A.b(A.java:1)");
        var found = findings(history(print, VIRTUAL));
        assertThat(found)
                .extracting(ServiceFinding::id)
                .containsExactly(NoProgress.ID, NoProgress.ID);
        assertThat(found.getFirst().severity()).isEqualTo(Severity.CRITICAL);
        assertThat(found.getLast().endsWith(found.getFirst())).isTrue();
    }

    /// The queue and its owner are one finding.
    @Test
    void a_queue_whose_owner_is_not_printed_is_named_once() {
        var print =
                threads(
                        "exec-",
                        3,
                        PARKED,
                        PARK,
                        "- parking to wait for  <0xa0> (a %s)".formatted(LOCK),
                        "Svc.audited(Svc.java:16)");
        var moments = moments(print, "0xa0", Collections.nCopies(4, VIRTUAL));
        var finding = only(new ThreadHistory(moments));
        assertThat(finding.id()).isEqualTo(LockBound.ID);
        assertThat(finding.text().message()).contains(" 30 s");
        assertThat(finding.evidence().getFirst()).contains("thread #71").doesNotContain("-pauses");
    }
}
