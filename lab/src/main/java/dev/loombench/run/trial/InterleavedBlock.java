package dev.loombench.run.trial;

import dev.loombench.result.TrialResult;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.run.trial.slice.SliceOrder;
import dev.loombench.run.trial.slice.SlicePlan;
import dev.loombench.run.trial.slice.StepOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// A block whose servers are all alive at once: they start at the same time and are warmed up, then
/// the load alternates between them in short slices, and each of them rests while the others are
/// measured.
///
/// So a disturbance of the machine affects all servers of the block alike, and cancels in their
/// ratio. Source: Bulej et al., *Duet Benchmarking: Improving Measurement Accuracy in the Cloud*
/// (ICPE 2020), which runs both programs at the same time; in turn, they do not disturb each other.
final class InterleavedBlock {
    private final Duration window;
    private final long seed;
    private final StepOrder order;
    private final Function<TrialRequest, TrialStart> starts;

    private interface Step {
        void run(BlockMember member) throws InterruptedException;
    }

    private interface End extends AutoCloseable {
        @Override
        void close();
    }

    /// @param window length of all slices of a server together
    /// @param seed of the run
    /// @param order of the run's blocks
    InterleavedBlock(
            Duration window,
            long seed,
            StepOrder order,
            Function<TrialRequest, TrialStart> starts) {
        this.window = window;
        this.seed = seed;
        this.order = order;
        this.starts = starts;
    }

    /// @param requests the trials of one block
    /// @return their results, in the same order
    /// @throws EndFailed when they have results, and a server fails to end
    List<TrialResult> run(List<TrialRequest> requests) throws InterruptedException {
        var members =
                requests.stream()
                        .map(r -> new BlockMember(r, starts.apply(r), System::nanoTime))
                        .toList();
        var results = new ArrayList<TrialResult>();
        try (End _ = () -> close(members)) {
            execute(members, requests.getFirst().trial().block());
            results.addAll(members.stream().map(m -> m.result(members)).toList());
        } catch (RuntimeException e) {
            throw results.isEmpty() ? e : new EndFailed(results, e);
        }
        return results;
    }

    private void execute(List<BlockMember> members, int block) throws InterruptedException {
        try {
            atOnce(members, BlockMember::launch);
            check(members);
            warmUp(members);
            if (isEnded(members)) {
                members.forEach(BlockMember::abandon);
            } else {
                measure(members, block);
            }
        } catch (AgentLost e) {
            members.forEach(m -> m.lost(e));
        }
    }

    /// Ends all servers at the same time, also after an interrupt and where one of them fails to
    /// end.
    private static void close(List<BlockMember> members) {
        Executor thread = end -> Thread.ofPlatform().name("block-end").start(end);
        var ends =
                members.stream()
                        .map(member -> CompletableFuture.runAsync(member::close, thread))
                        .toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(ends).join();
        } catch (CompletionException e) {
            throw failure(e);
        }
    }

    private static boolean isEnded(List<BlockMember> members) {
        return members.stream().anyMatch(BlockMember::endsBlock);
    }

    /// Checks all servers before the first warm-up, which may be long and would be in vain.
    private static void check(List<BlockMember> members) throws InterruptedException {
        for (var member : members) {
            if (isEnded(members)) {
                return;
            }
            member.check();
        }
    }

    private void warmUp(List<BlockMember> members) throws InterruptedException {
        for (var group : order.groups(members)) {
            for (var member : group) {
                if (isEnded(members)) {
                    return;
                }
                member.load();
            }
            atOnce(group, BlockMember::warmUp);
        }
    }

    private void measure(List<BlockMember> members, int block) throws InterruptedException {
        atOnce(members, BlockMember::settleAtRest);
        var plan = SlicePlan.of(window, longestResponseTime(members));
        for (var round : SliceOrder.of(members, plan.slices().size(), seed, block)) {
            for (var member : round) {
                member.slice(plan);
            }
        }
        atOnce(members, BlockMember::idle);
        for (var member : members) {
            member.observeAfterSlices(plan);
        }
        order.measured(members.stream().map(BlockMember::cores).toList());
        for (var group : order.groups(members)) {
            atOnce(group, BlockMember::measureUnloaded);
        }
    }

    /// Executes a step of several servers at the same time. A failure that ends the block
    /// interrupts the others.
    private static void atOnce(List<BlockMember> members, Step step) throws InterruptedException {
        try (var executor =
                Executors.newThreadPerTaskExecutor(
                        Thread.ofPlatform().name("block-", 0).factory())) {
            try {
                await(members, step, executor);
            } finally {
                executor.shutdownNow();
            }
        }
    }

    private static void await(List<BlockMember> members, Step step, ExecutorService executor)
            throws InterruptedException {
        var ended = new ExecutorCompletionService<BlockMember>(executor);
        for (var member : members) {
            ended.submit(() -> {
                step.run(member);
                return member;
            });
        }
        for (int i = 0; i < members.size(); i++) {
            try {
                if (ended.take().get().endsBlock()) {
                    return;
                }
            } catch (ExecutionException e) {
                throw failure(e);
            }
        }
    }

    private static RuntimeException failure(Exception failed) {
        if (failed.getCause() instanceof Error error) {
            throw error;
        }
        return failed.getCause() instanceof RuntimeException cause
                ? cause
                : new IllegalStateException(failed.getCause());
    }

    private static Duration longestResponseTime(List<BlockMember> members) {
        return members.stream()
                .filter(m -> !m.failed())
                .map(BlockMember::responseTime)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }
}
