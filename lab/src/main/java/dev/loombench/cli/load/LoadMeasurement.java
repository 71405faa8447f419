package dev.loombench.cli.load;

import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.launch.HostLimits;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.UnmetRequirement;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.Probe;
import dev.loombench.result.LoadResult;
import dev.loombench.spec.text.SpecError;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/// One load from its probe to its figures.
///
/// @param signal ends it early
/// @param pid the server's process, where it is to be observed
record LoadMeasurement(
        LoadRequest request,
        LoadSettings settings,
        ShutdownSignal signal,
        Optional<ObservedPid> pid) {
    /// Time in which the load generator closes its connections after a stop.
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    /// @throws SpecError when this machine's limits do not allow the load
    void checkLimits() {
        int addresses = Math.max(1, request.traffic().connections().sources().size());
        var unmet =
                Preflight.checkLoad(
                        HostLimits.ofThisMachine(), request.model().connections(), addresses);
        if (!unmet.isEmpty()) {
            throw new SpecError(
                    unmet.stream()
                            .map(UnmetRequirement::message)
                            .collect(Collectors.joining("; ")));
        }
    }

    /// Sends one request, and returns why the target cannot be loaded; empty when it can, and when
    /// a stop was requested.
    Optional<String> probe() throws IOException, InterruptedException {
        var traffic = request.traffic();
        if (traffic.hasCounter()) {
            return Optional.empty(); // the probe would use up a value of a counter
        }
        boolean errorsAllowed = request.limitsErrors() || traffic.isMix();
        try {
            return Probe.<Stopped>send(
                            request.url().target(),
                            traffic,
                            request.seed(),
                            settings.transport(),
                            () -> {
                                if (signal.isRequested()) {
                                    throw new Stopped();
                                }
                            })
                    .filter(refusal -> !(refusal.byStatus() && errorsAllowed))
                    .map(refusal -> refusal.reason() + "; --no-probe loads it anyway");
        } catch (Stopped _) {
            return Optional.empty();
        }
    }

    private static final class Stopped extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /// Runs the load and returns its figures; empty when it was stopped before its window.
    Optional<LoadSummary> run(LoadProgressDisplay display)
            throws IOException, InterruptedException {
        var target = request.url().target();
        try (var run =
                        LoadEngine.start(
                                target,
                                request.model(),
                                request.traffic(),
                                request.seed(),
                                settings);
                var observation = pid.isPresent() ? ServerObservation.start(pid.get()) : null;
                display) {
            signal.onDrainTimeout(() -> run.closeWithin(CLOSE_TIMEOUT));
            if (signal.isRequested()
                    || !display.await(run, LoadSnapshot.WARM_UP, request.warmUp(), signal)) {
                return Optional.empty();
            }
            var server = LocalServer.at(target);
            if (observation != null) {
                observation.sample();
            }
            run.openWindow(request.requestCount(), display::add);
            boolean complete = display.awaitWindow(run, request.duration(), signal, server);
            var result = run.closeWindow();
            return Optional.of(
                    new LoadSummary(
                            request,
                            result,
                            !complete,
                            server.stoppedNanos(),
                            observation == null
                                    ? Optional.empty()
                                    : Optional.of(figures(observation, result, complete))));
        }
    }

    /// @param complete whether the load was not stopped early
    private ServerFigures figures(
            ServerObservation observation, LoadResult result, boolean complete) {
        observation.sample();
        if (!complete) {
            observation.withoutThreads("the load was stopped early");
        } else if (request.requestCount().isPresent()) {
            observation.withoutThreads("a load of a number of requests has none left to list");
        } else {
            observation.listThreads();
        }
        return observation.figures(result, request.model().connections());
    }
}
