package dev.loombench.analysis.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.observe.result.ProfiledStack;
import dev.loombench.observe.result.Profiler;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CodeProfileTest {
    private static final ProfiledStack OWN = stack(3, "a.A.run", "a.B.call");
    private static final ProfiledStack CALLED = stack(1, "a.A.run", "a.B.call", "a.C.work");

    /// Two trials of 40 and 60 ns per request; in each, a quarter of the samples is in C: 10 and 15
    /// ns.
    @Test
    void costs_are_means_of_the_trials_by_the_shares_of_samples() {
        var profile = CodeProfile.of("a", List.of(trial(1, 40), trial(2, 60)), List.of());
        assertThat(profile.whole()).isEqualTo(50);
        assertThat(profile.samples()).isEqualTo(8);
        assertThat(profile.frames())
                .extracting(FrameCost::frame)
                .containsExactly("a.A.run", "a.B.call", "a.C.work");
        var called = profile.frames().getLast();
        assertThat(called.inclusive()).isCloseTo(12.5, within(1e-9));
        assertThat(called.self()).isCloseTo(12.5, within(1e-9));
        assertThat(called.share()).isCloseTo(0.25, within(1e-9));
        assertThat(profile.bySelf().getFirst().frame()).isEqualTo("a.B.call");
        assertThat(profile.bySelf().getFirst().self()).isCloseTo(37.5, within(1e-9));
    }

    /// A method that calls itself is in a sample once.
    @Test
    void recursion_counts_once() {
        var weights =
                new TrialProfile(
                                1,
                                ProfiledCost.CPU,
                                Profiler.ASYNC_PROFILER,
                                10,
                                2,
                                List.of(stack(2, "a.A.run", "a.A.run", "a.A.run")))
                        .weights();
        assertThat(weights).containsOnly(Map.entry("a.A.run", new TrialProfile.Weight(2, 2)));
    }

    @Test
    void the_tree_has_the_costs_of_both_variants() {
        var tree = CodeProfile.of("b", List.of(trial(1, 40)), List.of(trial(1, 60))).tree();
        assertThat(tree.cost()).isCloseTo(40, within(1e-9));
        assertThat(tree.first()).isCloseTo(60, within(1e-9));
        var work = tree.calls().getFirst().calls().getFirst().calls().getFirst();
        assertThat(work.frame()).isEqualTo("a.C.work");
        assertThat(work.cost()).isCloseTo(10, within(1e-9));
        assertThat(work.first()).isCloseTo(15, within(1e-9));
        assertThat(work.calls()).isEmpty();
    }

    @Test
    void frames_that_start_a_thread_are_left_out() {
        assertThat(
                        ThreadEntry.trimmed(
                                List.of(
                                        "jdk.internal.vm.Continuation.enterSpecial",
                                        "jdk.internal.vm.Continuation.enter",
                                        "java.lang.VirtualThread.run",
                                        "a.A.run",
                                        "java.lang.Thread.run",
                                        "a.B.call")))
                .containsExactly("a.A.run", "java.lang.Thread.run", "a.B.call");
        assertThat(
                        ThreadEntry.trimmed(
                                List.of(
                                        "start_thread",
                                        "JavaThread::run",
                                        "java.lang.Thread.run",
                                        "org.apache.tomcat.util.threads.TaskThread$WrappingRunnable.run",
                                        "org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker",
                                        "a.A.run")))
                .containsExactly("a.A.run");
        assertThat(
                        ThreadEntry.trimmed(
                                List.of(
                                        "java.lang.VirtualThread.run",
                                        "java.util.concurrent.ThreadPerTaskExecutor$TaskRunner.run",
                                        "a.A.run")))
                .as("newVirtualThreadPerTaskExecutor()")
                .containsExactly("a.A.run");
        assertThat(
                        ThreadEntry.trimmed(
                                List.of(
                                        "java.lang.Thread.run",
                                        "io.netty.util.concurrent.FastThreadLocalRunnable.run",
                                        "org.jboss.threads.ThreadLocalResettingRunnable.run",
                                        "org.jboss.threads.DelegatingRunnable.run",
                                        "org.jboss.threads.EnhancedQueueExecutor$ThreadBody.run",
                                        "org.jboss.threads.EnhancedQueueExecutor.runThreadBody",
                                        "org.jboss.threads.EnhancedQueueExecutor$Task.run",
                                        "org.jboss.threads.EnhancedQueueExecutor$Task.doRunWith",
                                        "io.quarkus.vertx.core.runtime.VertxCoreRecorder$15.runWith",
                                        "a.A.run")))
                .as("Quarkus")
                .containsExactly("a.A.run");
        assertThat(ThreadEntry.trimmed(List.of("java.lang.Thread.run")))
                .as("nothing else ran")
                .containsExactly("java.lang.Thread.run");
    }

    private static ProfiledStack stack(long weight, String... frames) {
        return new ProfiledStack(List.of(frames), weight);
    }

    private static TrialProfile trial(int block, double whole) {
        return new TrialProfile(
                block, ProfiledCost.CPU, Profiler.ASYNC_PROFILER, whole, 4, List.of(OWN, CALLED));
    }
}
