package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static dev.loombench.diagnose.SampleThreads.dump;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.SampleThreads;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.observe.threads.PrintedStack;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Many virtual threads before one limit, by the list of threads.
class UnboundedQueueTest {
    @Test
    void many_threads_before_a_semaphore_are_an_unbounded_queue() {
        String[] waiting = {
            "java.lang.VirtualThread.park(VirtualThread.java:1)",
            "java.util.concurrent.Semaphore.acquire(Semaphore.java:1)",
            SHOP
        };
        assertThat(findings(new SampleEvidence().threads(dump(99, waiting)))).isEmpty();
        var finding = only(new SampleEvidence().threads(dump(100, waiting)));
        assertThat(finding.id()).isEqualTo(UnboundedQueue.ID);
        assertThat(finding.frames()).containsExactly(SHOP);
        assertThat(finding.evidence().getLast())
                .as("an acquired permit has an owner only in the code")
                .contains("no other thread is in this method");
    }

    /// Those of requests, and those beside a thread with a permit, are a queue.
    @ParameterizedTest
    @CsvSource({
        "com.example.Shop.main(Shop.java:1), 0, NOTE",
        "com.example.Shop.main(Shop.java:1), 1, WARNING",
        "org.apache.coyote.AbstractProtocol.process(A.java:1), 0, WARNING"
    })
    void consumers_that_wait_for_a_signal_to_work_are_a_note(
            String bottom, int taken, Severity severity) {
        var waits =
                List.of("java.util.concurrent.Semaphore.acquire(Semaphore.java:1)", SHOP, bottom);
        var works = List.of("java.lang.Thread.sleep(Thread.java:540)", SHOP, bottom);
        var groups = new ArrayList<StackGroup>();
        groups.add(new StackGroup(ThreadKind.VIRTUAL, "WAITING", 290, waits));
        if (taken > 0) {
            groups.add(new StackGroup(ThreadKind.VIRTUAL, "TIMED_WAITING", taken, works));
        }
        var dump = new ThreadDump("attach", 0, 20, 2, 290 + taken, groups);
        assertThat(only(new SampleEvidence().threads(Part.of(dump))).severity())
                .isEqualTo(severity);
    }

    /// As of tasks that come while no permit is returned, or for whose results a request waits.
    @ParameterizedTest
    @CsvSource({"290, false, NOTE", "280, false, WARNING", "290, true, WARNING"})
    void threads_that_become_more_or_are_awaited_are_a_queue(
            int first, boolean awaited, Severity severity) {
        var frames = List.of("java.util.concurrent.Semaphore.acquire(Semaphore.java:1)", SHOP);
        var stack = new PrintedStack(frames, Optional.empty(), List.of());
        var get = "java.util.concurrent.FutureTask.get(java.base@25.0.4/FutureTask.java:207)";
        var request = SampleThreads.requests(1, 10, get, "com.example.Shop.pay(Shop.java:9)");
        var lists = Stream.of(first, 290).map(count -> threads(count, stack)).toList();
        var history =
                new ThreadHistory(
                        Prints.four(awaited ? request : SampleThreads.IDLE).moments(),
                        List.of(),
                        lists);
        var sample =
                new SampleEvidence()
                        .printed(history)
                        .threads(dump(290, frames.toArray(String[]::new)));
        assertThat(findings(sample))
                .filteredOn(finding -> finding.id().equals(UnboundedQueue.ID))
                .extracting(ServiceFinding::severity)
                .containsExactly(severity);
    }

    private static List<LiveThread> threads(int count, PrintedStack stack) {
        return IntStream.range(0, count)
                .mapToObj(i -> SampleThreads.listed(71 + i, stack))
                .toList();
    }

    @Test
    void many_threads_before_a_rate_limit_are_an_unbounded_queue() {
        String[] waiting = {
            "java.lang.Thread.sleep(Thread.java:540)",
            "com.google.common.util.concurrent.Uninterruptibles.sleepUninterruptibly(U.java:405)",
            "com.google.common.util.concurrent.RateLimiter.acquire(RateLimiter.java:310)",
            SHOP
        };
        var finding = only(new SampleEvidence().threads(dump(100, waiting)));
        assertThat(finding.id()).isEqualTo(UnboundedQueue.ID);
        assertThat(finding.frames().getFirst()).endsWith(" called by " + SHOP);
        assertThat(finding.evidence()).as("a rate has no holders").hasSize(1);
    }

    @Test
    void permits_are_taken_by_the_threads_in_the_method_that_do_not_wait_for_one() {
        var gate = "com.example.Gate.lambda$pass$1(Gate.java:9)";
        var waits = List.of("java.util.concurrent.Semaphore.acquire(Semaphore.java:1)", gate);
        var works = List.of("java.lang.Thread.sleep(Thread.java:540)", gate);
        var groups =
                List.of(
                        new StackGroup(ThreadKind.VIRTUAL, "WAITING", 290, waits),
                        new StackGroup(ThreadKind.VIRTUAL, "TIMED_WAITING", 10, works));
        var dump = new ThreadDump("attach", 0, 20, 2, 300, groups);
        var finding = only(new SampleEvidence().threads(Part.of(dump)));
        assertThat(finding.evidence().getLast()).contains("by stacks about 10 are taken");
    }

    @Test
    void threads_that_wait_for_data_or_time_are_no_queue() {
        assertThat(
                        findings(
                                new SampleEvidence()
                                        .threads(
                                                dump(
                                                        9_000,
                                                        "sun.nio.ch.NioSocketImpl.park(NioSocketImpl.java:1)",
                                                        SHOP))))
                .isEmpty();
        assertThat(
                        findings(
                                new SampleEvidence()
                                        .threads(
                                                dump(
                                                        9_000,
                                                        "java.lang.Thread.sleep(Thread.java:1)",
                                                        SHOP))))
                .isEmpty();
    }
}
