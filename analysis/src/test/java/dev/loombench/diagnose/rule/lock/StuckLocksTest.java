package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.LOCK;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleThreads;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.PrintedStack;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Virtual threads at locks in the lists of a live service.
class StuckLocksTest {
    private static PrintedLock lock(String id) {
        return new PrintedLock(Kind.SYNCHRONIZER, id, LOCK);
    }

    /// A thread that awaits a lock.
    private static LiveThread waits(int number, String id) {
        return waits(number, number, id);
    }

    private static LiveThread waits(int number, int line, String id) {
        return SampleThreads.listed(
                number,
                new PrintedStack(
                        List.of("Shop.pay(Shop.java:%d)".formatted(line)),
                        Optional.of(lock(id)),
                        List.of()));
    }

    /// A request of Tomcat that awaits a lock.
    private static LiveThread serves(int number, String id) {
        return SampleThreads.listed(
                number,
                new PrintedStack(
                        List.of(
                                "Shop.pay(Shop.java:%d)".formatted(number),
                                "org.apache.coyote.AbstractProtocol.process(A.java:1)"),
                        Optional.of(lock(id)),
                        List.of()));
    }

    /// A thread that holds a lock.
    private static LiveThread holds(int number, String id) {
        return SampleThreads.listed(
                number,
                new PrintedStack(
                        List.of("Backend.call(Backend.java:7)"),
                        Optional.empty(),
                        List.of(lock(id))));
    }

    private static ThreadHistory listed(
            List<LiveThread> first, List<LiveThread> second, List<LiveThread> third) {
        return listed(List.of(first, second, third));
    }

    private static ThreadHistory listed(List<List<LiveThread>> lists) {
        var main = Prints.thread("main", 1, 1, PARKED, PARK, "Shop.main(Shop.java:5)");
        return new ThreadHistory(Prints.four(main).moments(), lists, List.of());
    }

    /// As in a list of JDK 25, which names no owner.
    @Test
    void locks_of_a_deadlock_whose_owners_are_not_listed_are_not_passed_on() {
        var list = List.of(waits(71, "a"), waits(72, "b"));
        var findings = findings(listed(list, list, list));
        assertThat(findings).extracting(ServiceFinding::id).containsOnly(NoProgress.ID).hasSize(2);
        assertThat(findings.getFirst().severity()).isEqualTo(Severity.WARNING);
        assertThat(findings.getFirst().confidence()).isEqualTo(Confidence.LOW);
        assertThat(findings)
                .allSatisfy(finding -> {
                    assertThat(figure(finding, "threads")).isEqualTo(1);
                    assertThat(figure(finding, "seconds")).isEqualTo(30);
                    assertThat(finding.text().message()).contains("ReentrantLock");
                })
                .flatExtracting(ServiceFinding::frames)
                .containsExactlyInAnyOrder("Shop.pay(Shop.java:71)", "Shop.pay(Shop.java:72)");
        assertThat(findings(listed(List.of(list, list)))).as("two lists").isEmpty();
    }

    /// Each thread of a deadlock may be in the same line of one method.
    @Test
    void locks_that_are_awaited_in_one_call_are_one_finding() {
        var list = List.of(waits(71, 7, "a"), waits(72, 7, "b"));
        var finding = only(listed(list, list, list));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(figure(finding, "threads")).isEqualTo(2);
        assertThat(finding.frames()).containsExactly("Shop.pay(Shop.java:7)");
    }

    @Test
    void the_holder_of_a_lock_that_is_not_passed_on_is_named() {
        var first = List.of(holds(70, "a"), waits(71, "a"), waits(72, "a"), waits(73, "a"));
        var last = Stream.concat(first.stream(), Stream.of(waits(74, "a"))).toList();
        var finding = only(listed(first, last, last));
        assertThat(figure(finding, "threads")).isEqualTo(3);
        assertThat(finding.evidence().getFirst())
                .endsWith("virtual thread #70 holds it in Backend.call(Backend.java:7)");
    }

    /// Two threads that take turns at a lock may each time be seen like that.
    @Test
    void two_threads_at_one_lock_count_where_they_serve_a_request_each() {
        var list = List.of(holds(70, "a"), waits(71, "a"), waits(72, "a"));
        assertThat(findings(listed(list, list, list))).isEmpty();
        var request = List.of(serves(71, "a"));
        var finding = only(listed(request, request, request));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
    }

    @Test
    void ten_threads_at_a_lock_are_a_queue() {
        var list = IntStream.range(71, 81).mapToObj(number -> waits(number, "a")).toList();
        var finding = only(listed(list, list, list));
        assertThat(finding.id()).isEqualTo(LockBound.ID);
        assertThat(finding.text().message()).as("none got it").contains(" 30 s");
        assertThat(only(listed(List.of(list, list))).text().message()).doesNotContain(" 30 s");
    }

    @Test
    void a_lock_that_one_of_its_threads_has_got_was_passed_on() {
        var all = List.of(waits(71, "a"), waits(72, "a"));
        assertThat(findings(listed(all, List.of(waits(72, "a")), all)))
                .as("#71 is back again")
                .isEmpty();
        assertThat(findings(listed(all, all, List.of(waits(71, "a"), waits(72, "b"))))).isEmpty();
    }
}
