package dev.loombench.capacity;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.capacity.AnsweredRate;
import dev.loombench.analysis.capacity.Beyond;
import dev.loombench.analysis.capacity.BracketSearch;
import dev.loombench.analysis.capacity.BracketSearch.Bracket;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityCurve;
import dev.loombench.analysis.capacity.CapacityFit;
import dev.loombench.analysis.capacity.Hold;
import dev.loombench.analysis.capacity.ProcessSearch;
import dev.loombench.analysis.capacity.RateChange;
import dev.loombench.analysis.capacity.RateGain;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.capacity.objective.Recovery;
import dev.loombench.analysis.validity.stationarity.MemoryGrowth;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.text.Figures;
import dev.loombench.traffic.LoadModel;
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

    private static final String NOT_OFFERED = "the load generator could not offer any of the rates";

    private final RunManifest manifest;
    private final CapacitySettings settings;
    private final ProbedProcess.Starter starter;
    private final String variant;
    private final Relaxation relaxation = new Relaxation();
    private final List<RateProbe> probes = new ArrayList<>();
    private final ConfirmedProcesses confirmed = new ConfirmedProcesses();
    private final List<TrialResult> atCapacity = new ArrayList<>();
    private final List<double[]> memory = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private Optional<Bracket> bracket = Optional.empty();
    private Optional<Hold> hold = Optional.empty();
    private Optional<Beyond> beyond = Optional.empty();
    private Optional<Recovery> recovery = Optional.empty();

    /// Response time of a few users.
    private double lightSeconds = Double.POSITIVE_INFINITY;

    /// A process that failed.
    record Failure(int block, String reason) {}

    VariantSearch(
            RunManifest manifest,
            CapacitySettings settings,
            ProbedProcess.Starter starter,
            String variant) {
        this.manifest = manifest;
        this.settings = settings;
        this.starter = starter;
        this.variant = variant;
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
        return bracket.isPresent() && bracket.get() instanceof Bracket.Between && isConstant();
    }

    /// Whether no change over time was found, with which there is no capacity.
    private boolean isConstant() {
        return RateChange.of(probes).isEmpty();
    }

    private void bracket(Trial trial, boolean last) throws InterruptedException, ServerFailed {
        var warmUp = new LoadModel.Closed(WARM_UP_USERS, Duration.ZERO);
        try (var process = starter.start(trial, warmUp)) {
            lightSeconds = WARM_UP_USERS / process.warmThroughput();
            var search = new BracketSearch(settings.limits(process.warmThroughput()));
            for (var next = search.next(); next.isPresent(); next = search.next()) {
                double rate = next.getAsDouble();
                var probe = probe(process, Purpose.BRACKET, rate, settings.bracketing(rate));
                process.settle();
                if (probe.outcome() == Outcome.GENERATOR_LIMITED) {
                    search.tellUnreachable(rate);
                } else {
                    search.tell(rate, probe.burn());
                }
            }
            bracket = Optional.of(search.result());
            if (!goesOn()) {
                // no process confirms a lower limit
                hold(process);
            } else if (last) {
                measureBeyond(process);
                hold(process);
                repeat(process, repetition(trial.block()));
                if (isConstant()) {
                    measureRecovery(process);
                }
            }
            process.end();
        }
    }

    private void confirm(Trial trial, boolean last) throws InterruptedException, ServerFailed {
        var warmUp = settings.load(WARM_UP_SHARE * estimate());
        try (var process = starter.start(trial, warmUp)) {
            var search =
                    new ProcessSearch(
                            ProcessSearch.start(bracketed(), confirmed.size()),
                            CapacitySettings.HIGHEST,
                            confirmed.windows());
            boolean begun = false;
            for (var next = search.next(); next.isPresent(); next = search.next()) {
                if (begun) {
                    process.settle();
                }
                begun = true;
                double rate = next.getAsDouble();
                var probe = probe(process, Purpose.CONFIRM, rate, settings.confirming(rate));
                if (probe.valid()) {
                    search.tell(CapacityFit.Window.of(probe));
                } else {
                    search.tellUnreachable(rate);
                }
                if (last && search.found() && beyond.isEmpty() && isConstant()) {
                    process.settle();
                    measureBeyond(process);
                }
            }
            if (search.isEmpty()) {
                failures.add(new Failure(trial.block(), NOT_OFFERED));
                process.end();
                return;
            }
            confirmed.add(trial.block(), search, answered(trial.block()));
            repeat(process, RateChange.farBelow(probes, trial.block()));
            if (last && isConstant()) {
                measureLater(process, trial.block());
                hold(process);
                repeat(process, repetition(trial.block()));
            }
            process.lastTrial()
                    .ifPresent(windows -> {
                        // one that the generator could not offer is not at the capacity
                        if (probes.getLast().valid()) {
                            atCapacity.add(windows);
                        }
                        memory.add(MemoryPeaks.of(windows, process.confirming()));
                    });
            if (last && isConstant()) {
                measureRecovery(process);
            }
            process.end();
        }
    }

    /// Measures a rate that a process held earlier, or a lower one, again.
    private void repeat(ProbedProcess process, Optional<RateChange.Repetition> repetition)
            throws InterruptedException, ServerFailed {
        var repeated = new ArrayList<RateProbe>();
        while (repetition.isPresent() && repetition.get().isOpen(repeated)) {
            process.settle();
            double rate = repetition.get().rate();
            repeated.add(probe(process, Purpose.REPEAT, rate, settings.confirming(rate)));
        }
    }

    /// Measures a rate above the capacity of the process, which it holds by now if it became
    /// faster; half of the capacity before, where what is used may hardly depend on the rate.
    private void measureLater(ProbedProcess process, int block)
            throws InterruptedException, ServerFailed {
        var above = RateGain.above(shortWindows(), block, confirmed.windows(), probes);
        if (above.isPresent() && above.get().half().isPresent()) {
            process.settle();
            double half = above.get().half().getAsDouble();
            probe(process, Purpose.LATER, half, settings.later(half));
        }
        var later = new ArrayList<RateProbe>();
        while (above.isPresent() && above.get().isOpen(later)) {
            process.settle();
            double rate = above.get().rate();
            later.add(probe(process, Purpose.LATER, rate, settings.later(above.get())));
        }
    }

    /// What the last process measures again, unless a long window held the capacity.
    private Optional<RateChange.Repetition> repetition(int block) {
        if (hold.isPresent() && hold.get().violated().isEmpty()) {
            return Optional.empty();
        }
        return hold.isPresent() && !confirmed.isEmpty()
                ? RateChange.lowest(probes, block)
                : RateChange.below(probes, block, shortWindows());
    }

    /// Holds the capacity over a long window, or a lower rate.
    private void hold(ProbedProcess process) throws InterruptedException, ServerFailed {
        var begun = Hold.of(shortWindows(), settings.lowest());
        if (settings.hold().isZero() || begun.isEmpty()) {
            return;
        }
        var holding = begun.get();
        for (var next = holding.next(); next.isPresent(); next = holding.next()) {
            process.settle();
            double rate = next.getAsDouble();
            var length = settings.holding(rate, holding.longer());
            holding =
                    holding.with(probe(process, Purpose.HOLD, rate, length))
                            .unlessDoubtful(probes, shortWindows());
        }
        hold = Optional.of(holding);
    }

    /// Measures a little above the capacity.
    private void measureBeyond(ProbedProcess process) throws InterruptedException, ServerFailed {
        double rate = Beyond.FACTOR * estimate();
        var probe = probe(process, Purpose.BEYOND, rate, settings.confirming(rate));
        if (probe.valid()) {
            beyond = Optional.of(Beyond.of(probe, settings.objectives()));
        }
        process.settle();
    }

    /// Measures the recovery from an overload; the last load of a process.
    private void measureRecovery(ProbedProcess process) throws InterruptedException, ServerFailed {
        if (!settings.recovery().isZero()
                && settings.objectives().longestLimit().isPresent()
                && !(shortWindows() instanceof Capacity.AtLeast)
                && estimate() > 0) {
            recovery = Optional.of(process.recover(estimate()));
        }
    }

    /// Measures a window, and repeats it where a violation in it may not be the server's, or that
    /// of a moment.
    private RateProbe probe(ProbedProcess process, Purpose purpose, double rate, Duration length)
            throws InterruptedException, ServerFailed {
        var window = process.probe(purpose, rate, settling(purpose), length);
        if (window.probe().isDoubtful()) {
            process.settle();
            window = process.probe(purpose, rate, settling(purpose), length);
        }
        if (purpose == Purpose.CONFIRM && window.probe().outcome() != Outcome.OVER) {
            relaxation.add(window.inFlight().stream().mapToDouble(Double::doubleValue).toArray());
        }
        probes.add(window.probe());
        return window.probe();
    }

    private Duration settling(Purpose purpose) {
        return purpose == Purpose.BRACKET
                ? settings.settling()
                : settings.settling().plus(relaxation.settling());
    }

    /// The capacity as far as it is known, requests/s.
    private double estimate() {
        return estimated().figure();
    }

    /// The estimate of the bracketing process, requests/s.
    private double bracketed() {
        return bracketing().figure();
    }

    /// None where the server became slower.
    Capacity capacity() {
        return RateChange.of(probes)
                .<Capacity>map(change ->
                        new Capacity.Unknown(
                                "it held %s/s at first, and later in the same process it did not"
                                        .formatted(Figures.number(change.after().rate()))))
                .orElseGet(this::estimated);
    }

    private Capacity estimated() {
        return hold.map(h -> h.of(shortWindows())).orElseGet(this::shortWindows);
    }

    /// The capacity by the windows of some seconds alone.
    private Capacity shortWindows() {
        return confirmed.isEmpty() ? bracketing() : confirmed.capacity();
    }

    private Capacity bracketing() {
        if (bracket.isEmpty()) {
            return new Capacity.Unknown(
                    failures.isEmpty()
                            ? "the search ended before its first process had found it"
                            : failures.getFirst().reason());
        }
        return switch (bracket.get()) {
            case Bracket.Between(var low, var high) ->
                    Capacity.Estimated.unconfirmed(
                            Math.min(
                                    answered(1),
                                    CapacityCurve.of(bracketingProbes())
                                            .crossing()
                                            .orElse(Math.sqrt(low * high))));
            case Bracket.AtLeast(var rate, var generator) -> new Capacity.AtLeast(rate, generator);
            case Bracket.NotMet(var rate) ->
                    lowest(rate).valid()
                            ? new Capacity.NotMet(lowest(rate))
                            : new Capacity.Unknown(NOT_OFFERED);
        };
    }

    private double answered(int block) {
        return AnsweredRate.highest(
                probes.stream().filter(p -> p.block() == block).toList(),
                lightSeconds,
                settings.settling());
    }

    private List<RateProbe> bracketingProbes() {
        return probes.stream().filter(probe -> probe.purpose() == Purpose.BRACKET).toList();
    }

    private RateProbe lowest(double rate) {
        return probes.stream()
                .filter(p -> p.rate() <= rate)
                .reduce((_, later) -> later)
                .orElse(probes.getLast());
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
        var found =
                VariantCapacity.of(
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
        return shortWindows() instanceof Capacity.Estimated estimate
                ? found.withShortWindows(Optional.of(estimate))
                : found;
    }

    /// Whether memory grew from window to window of its processes.
    Optional<MemoryGrowth> memoryGrowth() {
        return MemoryGrowth.of(variant, memory, false);
    }

    List<Failure> failures() {
        return List.copyOf(failures);
    }
}
