package dev.loombench.cli.load;

import dev.loombench.agent.AgentGroup;
import dev.loombench.analysis.load.LoadRequest;
import dev.loombench.analysis.load.LoadSummary;
import dev.loombench.analysis.load.ServerFigures;
import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.cli.load.progress.LoadProgressDisplay;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.limit.HostLimits;
import dev.loombench.launch.limit.UnmetRequirement;
import dev.loombench.launch.process.EndpointProcess;
import dev.loombench.launch.process.ListeningPort;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.LoadShare;
import dev.loombench.load.ReflectionFailed;
import dev.loombench.load.probe.Probe;
import dev.loombench.load.result.LoadResult;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.proc.machine.OthersWatch;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.run.RunsBeside;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.run.backend.DrivenLoad;
import dev.loombench.run.backend.ProbeFailed;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.Http2Policy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// One load from its probe to its figures.
///
/// @param signal ends it early
/// @param pid the server's process, where it is to be observed
/// @param agents that drive the load; empty when this process does
record LoadMeasurement(
        LoadRequest request,
        LoadSettings settings,
        ShutdownSignal signal,
        Optional<ObservedPid> pid,
        Optional<AgentGroup> agents) {
    private static final String ANYWAY = "; --no-probe loads it anyway";

    /// Time in which the load generator closes its connections after a stop.
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    /// @throws WrongInput when this machine's limits do not allow the load
    void checkLimits() {
        if (agents.isPresent()) {
            agents.get().check(plan());
            return; // the limits of their machines matter
        }
        int addresses = Math.max(1, request.traffic().connections().sources().size());
        var limits = HostLimits.ofThisMachine();
        var unmet = Preflight.checkLoad(limits, request.openConnections(), addresses);
        if (!unmet.isEmpty()) {
            throw new WrongInput(
                    unmet.stream()
                            .map(UnmetRequirement::message)
                            .collect(Collectors.joining("; ")));
        }
    }

    /// What one request before the load showed.
    ///
    /// @param refusal why the target cannot be loaded; empty when it can, and when none was sent
    /// @param serviceNanos of its response, where it was good
    record FirstResponse(Optional<String> refusal, OptionalLong serviceNanos) {
        static final FirstResponse NONE = new FirstResponse(Optional.empty(), OptionalLong.empty());
    }

    /// Sends one request, unless a stop was requested.
    FirstResponse probe() throws IOException, InterruptedException {
        var traffic = request.traffic();
        if (agents.isPresent()) {
            return FirstResponse.NONE; // each agent sends one
        }
        if (traffic.hasCounter()) {
            return FirstResponse.NONE; // the probe would use up a value of a counter
        }
        boolean errorsAllowed = request.limitsErrors() || traffic.isMix();
        try {
            var result =
                    Probe.<Stopped>send(
                            request.url().target(),
                            traffic,
                            request.seed(),
                            settings.transport(),
                            () -> {
                                if (signal.isRequested()) {
                                    throw new Stopped();
                                }
                            });
            return new FirstResponse(
                    result.failure()
                            .filter(refusal -> !(refusal.byStatus() && errorsAllowed))
                            .map(refusal ->
                                    SecretMask.ofRequests(traffic.values().values())
                                                    .of(refusal.reason())
                                            + elsewhere()
                                            + anyway()),
                    result.serviceNanos());
        } catch (Stopped _) {
            return FirstResponse.NONE;
        }
    }

    /// Without descriptors there is no load.
    private String anyway() {
        return request.traffic()
                        .connections()
                        .http2()
                        .flatMap(Http2Policy::grpc)
                        .filter(GrpcPolicy.BY_REFLECTION::equals)
                        .isPresent()
                ? ""
                : ANYWAY;
    }

    /// The URL to use where the server listens on the other loopback address only.
    private String elsewhere() {
        return request.url()
                .elsewhere()
                .map("; a server listens at the other loopback address: use "::concat)
                .orElse("");
    }

    private static final class Stopped extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /// Starts the load, on agents with a request of each first.
    ///
    /// @throws WrongInput when an agent cannot drive its share, or the server gives no descriptors
    /// @throws AgentLost when one is lost
    private DrivenLoad start(boolean probe) throws IOException, InterruptedException {
        try {
            if (agents.isEmpty()) {
                return new DrivenLoad.ByThisProcess(LoadEngine.start(plan()));
            }
            boolean anyStatus = request.limitsErrors() || request.traffic().isMix();
            var load = agents.get().start(plan(), probe, anyStatus);
            return new DrivenLoad.ByAgents(load, Optional.empty());
        } catch (ProbeFailed e) {
            throw new WrongInput(e.getMessage() + anyway());
        } catch (ReflectionFailed e) {
            throw new WrongInput(String.valueOf(e.getMessage()));
        }
    }

    private LoadPlan plan() {
        return new LoadPlan(
                request.url().target(),
                request.model(),
                request.traffic(),
                request.seed(),
                settings,
                LoadShare.whole(settings),
                request.warmUp().isZero(),
                System.getenv());
    }

    /// Runs the load and returns its figures; empty when it was stopped before its window.
    ///
    /// @param probe whether agents send one request first
    /// @param first what this process sent first
    /// @param besideRun whether a run measures on this machine
    Optional<LoadSummary> run(
            LoadProgressDisplay display, boolean probe, FirstResponse first, boolean besideRun)
            throws IOException, InterruptedException {
        var target = request.url().target();
        try (var driven = start(probe);
                var observation = pid.isPresent() ? ServerObservation.start(pid.get()) : null;
                display) {
            var run = driven.run();
            signal.onDrainTimeout(() -> run.closeWithin(CLOSE_TIMEOUT));
            if (signal.isRequested() || !display.awaitWarmUp(run, request.warmUp(), signal)) {
                return Optional.empty();
            }
            var server = LoadedProcess.at(target);
            if (observation != null) {
                observation.sample();
            }
            var watch = watch();
            run.openWindow(request.requestCount(), display::add);
            boolean complete =
                    display.awaitWindow(
                            run,
                            request.duration(),
                            request.requestCount(),
                            signal,
                            server::sample);
            var others = watch.map(OthersWatch::end);
            var closed = run.closeWindow();
            boolean reaches = complete && agents.isEmpty(); // agents may be in another network
            var result = reaches ? Probe.explained(plan(), closed) : closed;
            return Optional.of(
                    new LoadSummary(
                            request,
                            result,
                            !complete,
                            server.stoppedNanos(),
                            observation == null
                                    ? Optional.empty()
                                    : Optional.of(figures(observation, result, complete)),
                            first.serviceNanos(),
                            driven.figures(result),
                            besideRun || (agents.isEmpty() && RunsBeside.now()),
                            others));
        }
    }

    /// Watches what others take of this machine, if it drives the load.
    private Optional<OthersWatch> watch() throws IOException {
        if (agents.isPresent()) {
            return Optional.empty();
        }
        var address = request.url().target();
        return others(pid.isPresent() ? pid.get().process() : EndpointProcess.of(address), address);
    }

    /// Empty where the server may be one of the others: its process on this machine is not known,
    /// or another one listens than that which the user chose.
    static Optional<OthersWatch> others(EndpointProcess server, InetSocketAddress address)
            throws IOException {
        try {
            return switch (server) {
                case EndpointProcess.Known known ->
                        known.mismatch().isPresent()
                                ? Optional.empty()
                                : Optional.of(OthersWatch.start(known.pid(), known::processes));
                case EndpointProcess.Unknown _ ->
                        ListeningPort.isOfThisMachine(address.getAddress())
                                ? Optional.empty()
                                : Optional.of(OthersWatch.start());
            };
        } catch (ProcessEndedException | UncheckedIOException unknown) {
            return Optional.empty(); // the load goes on, and its errors show a server that ended
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
