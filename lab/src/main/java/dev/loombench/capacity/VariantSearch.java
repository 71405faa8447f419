package dev.loombench.capacity;

import dev.loombench.agent.AgentLost;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.capacity.Beyond;
import dev.loombench.analysis.capacity.BracketSearch;
import dev.loombench.analysis.capacity.BracketSearch.Bracket;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityCurve;
import dev.loombench.analysis.capacity.CapacityFit;
import dev.loombench.analysis.capacity.ProcessSearch;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.Recovery;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.trial.TrialRunner;
import dev.loombench.spec.load.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The search for the capacity of one variant, process by process.
final class VariantSearch {
    /// Users of the warm-up before the rate is known: few enough that no queue is long.
    private static final int WARM_UP_USERS = 8;

    /// Rate of later warm-ups, as a share of the estimate.
    private static final double WARM_UP_SHARE = 0.8;

    private final RunManifest manifest;
    private final CapacitySettings settings;
    private final TrialRunner runner;
    private final String variant;
    private final SearchListener listener;
    private final List<RateProbe> probes = new ArrayList<>();
    private final List<Confirmed> confirmed = new ArrayList<>();
    private final List<TrialResult> atCapacity = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private Optional<Bracket> bracket = Optional.empty();
    private Optional<Beyond> beyond = Optional.empty();
    private Optional<Recovery> recovery = Optional.empty();

    /// A process that confirmed the capacity.
    ///
    /// @param found whether rates on both sides of it were measured
    private record Confirmed(int block, boolean found, CapacityFit.ProcessWindows windows) {}

    /// A process that failed.
    record Failure(int block, String reason) {}

    VariantSearch(
            RunManifest manifest,
            CapacitySettings settings,
            TrialRunner runner,
            String variant,
            SearchListener listener) {
        this.manifest = manifest;
        this.settings = settings;
        this.runner = runner;
        this.variant = variant;
        this.listener = listener;
    }

    /// Executes the process of a trial of the plan: the first brackets the capacity, the others
    /// confirm it, and the last one is overloaded at its end.
    ///
    /// @param last whether it is the last one of the variant
    /// @return why it failed; empty when it did not
    /// @throws AgentLost when an agent is lost, which ends the search
    Optional<String> execute(Trial process, boolean last) throws InterruptedException {
        int before = failures.size();
        try {
            if (process.block() == 1) {
                bracket(process, last);
            } else {
                confirm(process, last);
            }
        } catch (ServerFailed | LaunchFailed e) {
            failures.add(new Failure(process.block(), String.valueOf(e.getMessage())));
        } catch (AgentLost e) {
            failures.add(new Failure(process.block(), String.valueOf(e.getMessage())));
            throw e;
        }
        return failures.stream().skip(before).map(Failure::reason).findFirst();
    }

    /// Whether a further process says more.
    boolean goesOn() {
        return bracket.isPresent() && bracket.get() instanceof Bracket.Between;
    }

    private void bracket(Trial process, boolean last) throws InterruptedException, ServerFailed {
        var warmUp = new LoadModel.Closed(WARM_UP_USERS, Duration.ZERO);
        try (var probing = start(process, warmUp)) {
            var search = new BracketSearch(CapacitySettings.limits(probing.warmThroughput()));
            for (var next = search.next(); next.isPresent(); next = search.next()) {
                double rate = next.getAsDouble();
                var probe = add(probing.probe(Purpose.BRACKET, rate, settings::bracketing)).probe();
                probing.settle();
                if (probe.outcome() == Outcome.GENERATOR_LIMITED) {
                    search.tellUnreachable(rate);
                } else {
                    search.tell(rate, probe.burn());
                }
            }
            bracket = Optional.of(search.result());
            if (last && goesOn()) {
                measureBeyond(probing);
                measureRecovery(probing);
            }
            probing.end();
        }
    }

    private void confirm(Trial process, boolean last) throws InterruptedException, ServerFailed {
        var warmUp = settings.load(WARM_UP_SHARE * estimate());
        try (var probing = start(process, warmUp)) {
            var search =
                    new ProcessSearch(
                            ProcessSearch.start(bracketed(), confirmed.size()),
                            CapacitySettings.HIGHEST,
                            confirmedWindows());
            Optional<ProcessProbing.Window> latest = Optional.empty();
            for (var next = search.next(); next.isPresent(); next = search.next()) {
                if (latest.isPresent()) {
                    probing.settle();
                }
                double rate = next.getAsDouble();
                var window = add(probing.probe(Purpose.CONFIRM, rate, settings::confirming));
                latest = Optional.of(window);
                search.tell(CapacityFit.Window.of(window.probe()));
                if (last && search.found() && beyond.isEmpty()) {
                    probing.settle();
                    measureBeyond(probing);
                }
            }
            keep(process, probing, latest.orElseThrow());
            confirmed.add(new Confirmed(process.block(), search.found(), search.process()));
            if (last) {
                measureRecovery(probing);
            }
            probing.end();
        }
    }

    /// Keeps the last window of a process, which was at its capacity.
    private void keep(Trial process, ProcessProbing probing, ProcessProbing.Window window)
            throws InterruptedException, ServerFailed {
        atCapacity.add(ProbeJudge.result(process, probing.server().lastTrial(window.result())));
    }

    /// Measures a little above the capacity.
    private void measureBeyond(ProcessProbing probing) throws InterruptedException, ServerFailed {
        var window =
                add(
                        probing.probe(
                                Purpose.BEYOND, Beyond.FACTOR * estimate(), settings::confirming));
        if (window.probe().valid()) {
            beyond = Optional.of(Beyond.of(window.probe(), settings.objectives()));
        }
        probing.settle();
    }

    /// Measures the recovery from an overload; the last load of a process.
    private void measureRecovery(ProcessProbing probing) throws InterruptedException, ServerFailed {
        if (!settings.recovery().isZero() && settings.objectives().longestLimit().isPresent()) {
            recovery =
                    Optional.of(
                            RecoveryMeasurement.run(
                                    settings, estimate(), probing.server(), probing.nextSeed()));
        }
    }

    private ProcessProbing start(Trial process, LoadModel warmUp)
            throws InterruptedException, ServerFailed {
        return ProcessProbing.start(manifest, settings, runner, process, warmUp, listener);
    }

    private ProcessProbing.Window add(ProcessProbing.Window window) {
        probes.add(window.probe());
        return window;
    }

    /// The capacity as far as it is known, requests/s.
    private double estimate() {
        return capacity().figure();
    }

    /// The estimate of the bracketing process, requests/s.
    private double bracketed() {
        return bracketing().figure();
    }

    Capacity capacity() {
        return confirmed.isEmpty() ? bracketing() : Capacity.Estimated.of(processes());
    }

    private Capacity bracketing() {
        if (bracket.isEmpty()) {
            return new Capacity.Unknown(
                    failures.isEmpty() ? "the search ended before" : failures.getFirst().reason());
        }
        return switch (bracket.get()) {
            case Bracket.Between(var low, var high) ->
                    Capacity.Estimated.unconfirmed(
                            CapacityCurve.of(bracketingProbes())
                                    .crossing()
                                    .orElse(Math.sqrt(low * high)));
            case Bracket.AtLeast(var rate, var generator) -> new Capacity.AtLeast(rate, generator);
            case Bracket.NotMet(var rate) ->
                    lowest(rate).valid()
                            ? new Capacity.NotMet(lowest(rate))
                            : new Capacity.Unknown(
                                    "the load generator had no CPU time left at any rate");
        };
    }

    private List<RateProbe> bracketingProbes() {
        return probes.stream().filter(probe -> probe.purpose() == Purpose.BRACKET).toList();
    }

    private List<Capacity.OfProcess> processes() {
        var rates = CapacityFit.capacities(confirmedWindows());
        var all = new ArrayList<Capacity.OfProcess>();
        for (var process : confirmed) {
            all.add(
                    new Capacity.OfProcess(
                            process.block(), rates.get(all.size()), process.found()));
        }
        return all;
    }

    private List<CapacityFit.ProcessWindows> confirmedWindows() {
        return confirmed.stream().map(Confirmed::windows).toList();
    }

    private RateProbe lowest(double rate) {
        return probes.stream().filter(p -> p.rate() <= rate).findFirst().orElse(probes.getLast());
    }

    /// The analysis of the windows at the capacity; empty without any.
    Optional<Analysis> analysis() {
        return atCapacity.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        ProbeJudge.analysis(
                                manifest, variant, settings.load(estimate()), atCapacity));
    }

    VariantCapacity result() {
        return VariantCapacity.of(
                variant,
                capacity(),
                probes,
                analysis().map(a -> a.variants().getFirst()),
                atCapacity.stream()
                        .map(TrialResult::outcome)
                        .filter(Completed.class::isInstance)
                        .map(Completed.class::cast)
                        .toList(),
                beyond,
                recovery);
    }

    List<Failure> failures() {
        return List.copyOf(failures);
    }
}
