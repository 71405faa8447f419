package dev.loombench.agent;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.loombench.agent.wire.Frame;
import dev.loombench.load.LoadPlan;
import dev.loombench.run.backend.AgentLost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

/// The preparation of a load: all agents get their plans at the same time, and say that they can
/// drive them.
///
/// @param plans of these shares, in the same order
record LoadPreparation(List<AgentShare> shares, List<LoadPlan> plans) {
    /// Time for files to arrive, and for what a request of the probe may take beyond its timeout.
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /// Sends the plans and an order, and waits until every agent has executed it.
    ///
    /// @throws AgentLost when an agent is lost or takes too long; another exception when its load
    ///   fails
    void order(Frame.FromController order) throws InterruptedException {
        List<Callable<Boolean>> tasks = new ArrayList<>();
        for (int i = 0; i < shares.size(); i++) {
            var agent = shares.get(i).agent();
            var texts = PlanText.of(plans.get(i));
            tasks.add(() -> {
                texts.forEach((name, text) -> agent.send(new Frame.Text(name, text)));
                agent.send(order);
                return true;
            });
        }
        for (var sent : AgentGroup.all(tasks)) {
            if (sent.state() == Future.State.FAILED) {
                throw new IllegalStateException("a plan was not sent", sent.exceptionNow());
            }
        }
        var limit = LIMIT.plus(plans.getFirst().traffic().timeout());
        var prepared = shares.stream().map(AgentShare::prepared).toList();
        try {
            allOrFirstFailure(prepared).get(limit.toNanos(), NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException reason
                    ? reason
                    : new IllegalStateException(e);
        } catch (TimeoutException e) {
            throw new AgentLost(
                    "the agent %s did not prepare the load within %d s"
                            .formatted(slowest().agent(), limit.toSeconds()));
        }
    }

    /// Completes when all do, or as soon as one fails: the others then end their load, and do not
    /// say that it is prepared.
    static CompletableFuture<Void> allOrFirstFailure(List<CompletableFuture<Void>> futures) {
        var result = new CompletableFuture<Void>();
        var _ =
                CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new))
                        .thenRun(() -> result.complete(null));
        for (var future : futures) {
            var _ =
                    future.whenComplete((_, failure) -> {
                        if (failure != null) {
                            result.completeExceptionally(failure);
                        }
                    });
        }
        return result;
    }

    /// The first agent that has not prepared its share.
    private AgentShare slowest() {
        return shares.stream()
                .filter(share -> !share.prepared().isDone())
                .findFirst()
                .orElseGet(shares::getLast);
    }
}
