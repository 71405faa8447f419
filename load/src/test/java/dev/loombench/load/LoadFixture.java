package dev.loombench.load;

import dev.loombench.Await;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.probe.Probe;
import dev.loombench.load.probe.Probe.Failure;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Predicate;

/// Loads over one transport, and waits for their responses.
abstract class LoadFixture {
    static final Duration TIMEOUT = Duration.ofSeconds(20);
    static final long MILLI = 1_000_000;
    final LoadSettings settings;

    LoadFixture(TransportChoice transport) {
        settings = new LoadSettings(transport, Pacing.AUTO, 1);
    }

    /// A time in ms, minus the 0.1 % that a histogram of three digits may round down.
    static long atLeast(long millis) {
        return millis * MILLI - millis * 1_000;
    }

    static LoadModel users(int count) {
        return new LoadModel.Closed(count, Duration.ZERO);
    }

    static LoadModel constant(double rate, int connections) {
        return new LoadModel.Open(rate, Arrival.CONSTANT, connections);
    }

    /// Starts a load of one repeated request over kept connections.
    static LoadRun start(
            InetSocketAddress target,
            LoadModel model,
            Request request,
            long seed,
            LoadSettings settings)
            throws IOException {
        return start(target, model, Traffic.of(request), seed, settings);
    }

    /// Starts a whole load in this process.
    static LoadRun start(
            InetSocketAddress target,
            LoadModel model,
            Traffic traffic,
            long seed,
            LoadSettings settings)
            throws IOException {
        var whole = LoadShare.whole(settings);
        return LoadEngine.start(
                new LoadPlan(target, model, traffic, seed, settings, whole, System.getenv()));
    }

    LoadRun start(Responder server, LoadModel model, Duration timeout) throws IOException {
        return start(server.address(), model, Request.get("/hello", timeout), 1, settings);
    }

    LoadRun start(Responder server, LoadModel model, Traffic traffic) throws IOException {
        return start(server.address(), model, traffic, 1, settings);
    }

    /// The result of a window that ends after this many good responses.
    LoadResult good(InetSocketAddress target, LoadModel model, Traffic traffic, int responses)
            throws Exception {
        try (var run = start(target, model, traffic, 1, settings)) {
            run.openWindow();
            awaitResponses(run, responses);
            return run.closeWindow();
        }
    }

    /// The result of a window that ends after this many failures.
    LoadResult failing(InetSocketAddress target, LoadModel model, Traffic traffic, int errors)
            throws Exception {
        try (var run = start(target, model, traffic, 1, settings)) {
            run.openWindow();
            awaitErrors(run, errors);
            return run.closeWindow();
        }
    }

    /// What is wrong with the first response.
    Failure firstFailure(InetSocketAddress target, Traffic traffic) throws Exception {
        return Probe.send(target, traffic, 1, settings.transport(), () -> {})
                .failure()
                .orElseThrow();
    }

    /// Waits for this many more good responses.
    static void awaitResponses(LoadRun run, int more) throws InterruptedException {
        var before = run.progress();
        await(run, p -> p.succeeded() >= before.succeeded() + more);
    }

    /// Waits for this many more failures.
    static void awaitErrors(LoadRun run, int more) throws InterruptedException {
        var before = run.progress();
        await(run, p -> p.errors() >= before.errors() + more);
    }

    static void await(LoadRun run, Predicate<LoadProgress> reached) throws InterruptedException {
        Await.until(run::progress, () -> reached.test(run.progress()));
    }
}
