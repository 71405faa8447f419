package dev.loombench.analysis;

import dev.loombench.result.LoadResult;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation.ThreadDump;
import dev.loombench.result.Observation.Unavailable;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import dev.loombench.result.Window;
import dev.loombench.spec.Variant;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Looks for what makes a run doubtful. The limits are those of docs/method.md.
final class ValidityChecks {
    private static final double BUSY = 0.90;
    private static final double LITTLE = 0.05;

    /// Requests in flight: where fewer are, the moments at which one counts as sent and as answered
    /// make the difference.
    private static final double ONE_REQUEST = 1;

    private static final double REQUESTS_A_USER = 100;
    private static final double OTHERS = 0.10;
    private static final double STEAL = 0.02;

    /// Of a window, in response times that 99 % of answers kept to. Ten would be better; it would
    /// make every short look at a slow server doubtful.
    private static final double TURNS = 4;

    /// Answers that a connection must have carried.
    private static final double FEW_ANSWERS = 2_000;

    /// Kinds of errors by which an open connection ends.
    private static final Set<String> CLOSING =
            Set.of("reset", "closed-early", "malformed", "too-large", "timeout");

    private static final double PAUSED = 0.10;
    private static final double IDLE = 0.5;
    private static final double PINNED = 0.10;
    private static final double SLOW = 2;

    /// The server is asked beside the window and not at its edges: its mean may differ by so much,
    /// and its count, which moves with the load's speed, by so much.
    private static final double CLOCKS = 0.10;

    private static final double COUNTS = 0.25;

    /// Setting of a server that can leave its own limits in force.
    private static final String LIMITS = "container-limits";

    private final RunManifest manifest;
    private final List<Finding> findings = new ArrayList<>();

    private ValidityChecks(RunManifest manifest) {
        this.manifest = manifest;
    }

    /// @return doubts first
    /// @param summaries of the variants
    static List<Finding> of(
            RunManifest manifest, List<TrialResult> results, List<VariantSummary> summaries) {
        var validity = new ValidityChecks(manifest);
        validity.run(results, summaries);
        for (var summary : summaries) {
            validity.variant(
                    summary,
                    results.stream()
                            .filter(r -> r.trial().variant().equals(summary.variant().name()))
                            .toList());
        }
        return validity.findings.stream()
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .toList();
    }

    private void run(List<TrialResult> results, List<VariantSummary> summaries) {
        var environment = manifest.environment();
        if (!manifest.exclusive()) {
            findings.add(new Finding.ConcurrentRun());
        }
        if (results.size() < manifest.plan().size() && !StoppingRule.enough(manifest, results)) {
            findings.add(new Finding.Incomplete(results.size(), manifest.plan().size()));
        }
        double others = environment.othersBusyShare().orElse(0);
        double stolen = environment.stealShare().orElse(0);
        if (others > OTHERS || stolen > STEAL) {
            findings.add(new Finding.CpuContentionBefore(others, stolen));
        }
        conditions();
        findings.addAll(EnvironmentChecks.of(manifest, results, summaries));
        steadiness(results);
        unobserved(results);
        if (!manifest.spec().isBatch()) {
            findings.add(new Finding.SharedMachine(environment.cores()));
        }
    }

    /// Says once what trials could not observe for one and the same reason.
    private void unobserved(List<TrialResult> results) {
        manifest.spec().variants().stream()
                .flatMap(v -> unobserved(results, v.name()))
                .distinct()
                .forEach(u ->
                        findings.add(
                                new Finding.EvidenceMissing(
                                        u.observer(), u.subject(), u.reason())));
    }

    /// One list of threads is enough for a variant: where another trial has it, none is missing.
    private static Stream<Unavailable> unobserved(List<TrialResult> results, String variant) {
        var observed =
                Analysis.trials(results, variant).stream()
                        .flatMap(t -> t.observations().stream())
                        .toList();
        boolean listed = observed.stream().anyMatch(ThreadDump.class::isInstance);
        return observed.stream()
                .filter(Unavailable.class::isInstance)
                .map(o -> (Unavailable) o)
                .filter(u -> !(listed && u.subject().equals(ThreadDump.SUBJECT)));
    }

    private void variant(VariantSummary summary, List<TrialResult> results) {
        var name = summary.variant().name();
        var completed =
                results.stream()
                        .filter(r -> r.outcome() instanceof Completed)
                        .map(r -> (Completed) r.outcome())
                        .toList();
        failures(name, results);
        var measured = results.stream().filter(r -> r.outcome() instanceof Successful).toList();
        pauses(name, measured.stream().map(r -> (Successful) r.outcome()).toList());
        findings.addAll(StationarityChecks.of(manifest.spec(), name, measured));
        if (!completed.isEmpty()) {
            driven(summary, completed);
        }
    }

    /// What can be wrong with a load, and with answers to it.
    private void driven(VariantSummary summary, List<Completed> completed) {
        var name = summary.variant().name();
        generator(name, completed);
        keptFromCpu(name, completed);
        stalled(name, completed);
        stopped(name, completed);
        connections(name, completed);
        requests(name, completed);
        errors(name, completed);
        littlesLaw(name, completed);
        clocks(summary, completed);
        closed(name, completed);
        window(summary, completed);
        idle(summary, completed);
        pinned(summary);
    }

    /// Variants of one server and model may differ in what they will; the others should not.
    private void conditions() {
        var keys = new ArrayList<String>();
        var variants = manifest.spec().variants();
        if (variants.stream().map(v -> v.server() + " " + v.model()).distinct().count() > 1) {
            differs(Variant::jvm, "jvm", keys);
            differs(Variant::jdk, "jdk", keys);
            differs(Variant::cpus, "cpus", keys);
            differs(Variant::environment, "environment", keys);
            differs(v -> v.settings().getOrDefault(LIMITS, "unlimited"), LIMITS, keys);
        }
        if (!keys.isEmpty()) {
            findings.add(new Finding.ConditionsDiffer(keys));
        }
    }

    private void differs(Function<Variant, Object> reading, String key, List<String> keys) {
        if (manifest.spec().variants().stream().map(reading).distinct().count() > 1) {
            keys.add(key);
        }
    }

    /// Connections that were opened anew, less those that an error had closed: a response of 4xx or
    /// 5xx does not.
    private void closed(String name, List<Completed> trials) {
        long closed =
                trials.stream()
                        .mapToLong(t ->
                                t.load().connections().reconnects()
                                        - errorsThatClose(t.load().counts()))
                        .sum();
        double answers =
                trials.stream().mapToLong(t -> t.load().counts().succeededInWindow()).sum();
        if (closed > 0 && answers / closed < FEW_ANSWERS) {
            findings.add(new Finding.ConnectionsClosed(name, answers / closed));
        }
    }

    private static long errorsThatClose(LoadResult.Counts counts) {
        return counts.errors().entrySet().stream()
                .filter(e -> CLOSING.contains(e.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /// Each held connection carries one request: no user comes to more of them in a longer window.
    private void window(VariantSummary summary, List<Completed> trials) {
        if (manifest.spec().load() instanceof LoadModel.Hold || trials.isEmpty()) {
            return;
        }
        double window =
                trials.stream().mapToDouble(t -> t.load().window().seconds()).min().orElseThrow();
        double p99 = summary.responseTime().getValueAtPercentile(99) / 1e9;
        if (window < TURNS * p99) {
            findings.add(new Finding.WindowTooShort(summary.variant().name(), window, p99));
        }
    }

    private void pauses(String name, List<Successful> trials) {
        double share = TrialMetrics.mean(trials, TrialMetrics::pauseShare).orElse(0);
        if (share > PAUSED) {
            findings.add(new Finding.PausedByCollector(name, share));
        }
    }

    private void pinned(VariantSummary summary) {
        summary.diagnostics()
                .pinned()
                .filter(p -> p.share() > PINNED && !p.places().isEmpty())
                .ifPresent(p ->
                        findings.add(
                                new Finding.CarriersPinned(
                                        summary.variant().name(),
                                        p.share(),
                                        p.waits(),
                                        p.places().getFirst().path())));
    }

    /// Slow answers that nothing known accounts for, while server and machine had CPU to spare.
    private void idle(VariantSummary summary, List<Completed> trials) {
        double perMachine = 1e-9 / manifest.environment().cores();
        var own = TrialMetrics.mean(trials, t -> TrialMetrics.rate(t, MetricId.PROCESS_CPU));
        var machine =
                TrialMetrics.mean(trials, t -> TrialMetrics.rate(t, MetricId.MACHINE_CPU_BUSY));
        var unloaded = summary.unloadedResponse();
        if (own.isEmpty()
                || machine.isEmpty()
                || unloaded.isEmpty()
                || summary.explanation().explainsThroughput()) {
            return;
        }
        double median = summary.responseTime().getValueAtPercentile(50);
        if (machine.getAsDouble() * perMachine < IDLE && median > SLOW * unloaded.getAsDouble()) {
            findings.add(
                    new Finding.ServerIdle(
                            summary.variant().name(),
                            own.getAsDouble() * perMachine,
                            median / 1e9,
                            unloaded.getAsDouble() / 1e9));
        }
    }

    private void failures(String name, List<TrialResult> results) {
        var failed = results.stream().filter(r -> r.outcome() instanceof Failed).toList();
        if (!failed.isEmpty() && failed.getLast().outcome() instanceof Failed last) {
            findings.add(
                    new Finding.TrialsFailed(
                            name,
                            failed.size(),
                            results.size(),
                            last.phase() + ": " + last.reason()));
        }
    }

    private void generator(String name, List<Completed> trials) {
        double busy =
                trials.stream()
                        .mapToDouble(t -> t.load().generator().busyShare())
                        .average()
                        .orElse(0);
        if (busy > BUSY) {
            findings.add(new Finding.GeneratorSaturated(name, busy));
        }
        if (manifest.spec().load() instanceof LoadModel.Open) {
            double lag =
                    Histograms.merged(trials.stream().map(t -> t.load().generator().sendLag()))
                                    .getValueAtPercentile(99)
                            / 1e9;
            double response =
                    Histograms.merged(
                                            trials.stream()
                                                    .flatMap(t -> t.load().intervals().stream())
                                                    .map(i -> i.responseTime()))
                                    .getValueAtPercentile(50)
                            / 1e9;
            if (lag > Math.max(0.01, response / 2)) {
                findings.add(
                        new Finding.ScheduleLagged(name, lag, response, failsAsExpected(trials)));
            }
        }
    }

    /// Said once for all variants: it is the machine's and the compilers' doing more than theirs.
    private void steadiness(List<TrialResult> results) {
        if (manifest.spec().load() instanceof LoadModel.Hold) {
            return; // a lone user warms the server up: there is no speed to judge
        }
        var completed = results.stream().filter(r -> r.outcome() instanceof Completed).toList();
        var moving =
                completed.stream()
                        .filter(r -> !((Completed) r.outcome()).warmUp().steady())
                        .toList();
        if (!moving.isEmpty()) {
            findings.add(
                    new Finding.NeverSteady(
                            moving.stream()
                                    .map(r -> r.trial().variant())
                                    .distinct()
                                    .sorted()
                                    .toList(),
                            moving.size(),
                            completed.size(),
                            moving.stream()
                                    .map(r -> ((Completed) r.outcome()).warmUp().window())
                                    .mapToDouble(Window::seconds)
                                    .max()
                                    .orElseThrow()));
        }
    }

    private void connections(String name, List<Completed> trials) {
        if (!manifest.spec().traffic().connections().keepAlive()) {
            return; // each is closed after its answer: all at once is no question
        }
        trials.stream()
                .map(t -> t.load().connections())
                .filter(c -> c.established() < c.requested())
                .min(Comparator.comparingInt(c -> c.established()))
                .ifPresent(c ->
                        findings.add(
                                new Finding.ConnectionsNotAchieved(
                                        name, c.requested(), c.established())));
    }

    private void stalled(String name, List<Completed> trials) {
        trials.stream()
                .map(t ->
                        new Finding.GeneratorStalled(
                                name, t.load().generator().stalls(), t.load().window().seconds()))
                .filter(Finding.GeneratorStalled::happened)
                .max(Comparator.comparingDouble(Finding.GeneratorStalled::lostSeconds))
                .ifPresent(findings::add);
    }

    private void stopped(String name, List<Completed> trials) {
        trials.stream()
                .map(t ->
                        new Finding.ServerStopped(
                                name,
                                TrialMetrics.growth(t, MetricId.PROCESS_STOPPED).orElse(0) / 1e9,
                                t.window().seconds()))
                .filter(stop -> stop.seconds() > 0)
                .max(Comparator.comparingDouble(Finding.ServerStopped::seconds))
                .ifPresent(findings::add);
    }

    private void keptFromCpu(String name, List<Completed> trials) {
        var generators = trials.stream().map(t -> t.load().generator()).toList();
        double share =
                generators.stream()
                        .flatMapToDouble(g -> g.runQueueWaitShare().stream())
                        .average()
                        .orElse(0);
        long missed = generators.stream().flatMapToLong(g -> g.lateArrivals().stream()).sum();
        var kept = new Finding.GeneratorStarved(name, share, missed, timed());
        if (kept.matters()) {
            findings.add(kept);
        }
    }

    private boolean timed() {
        var spec = manifest.spec();
        return !(spec.load() instanceof LoadModel.Closed)
                || spec.metric().ofResponseTime()
                || spec.claims().stream().anyMatch(c -> c.metric().ofResponseTime());
    }

    private void requests(String name, List<Completed> trials) {
        var asked = manifest.spec().phases().requests();
        long sent = trials.stream().mapToLong(t -> t.load().counts().sent()).min().orElse(0);
        if (asked.isPresent() && sent < asked.getAsLong()) {
            findings.add(new Finding.RequestsNotSent(name, asked.getAsLong(), sent));
        }
    }

    private void errors(String name, List<Completed> trials) {
        Map<String, Long> kinds = new TreeMap<>();
        trials.forEach(t ->
                t.load().counts().errors().forEach((kind, n) -> kinds.merge(kind, n, Long::sum)));
        long errors = kinds.values().stream().mapToLong(Long::longValue).sum();
        long sent = trials.stream().mapToLong(t -> t.load().counts().sent()).sum();
        if (errors > 0) {
            var text =
                    kinds.entrySet().stream()
                            .map(e -> e.getKey() + " " + e.getValue())
                            .collect(Collectors.joining(", "));
            findings.add(
                    new Finding.Errors(
                            name,
                            errors,
                            (double) errors / sent,
                            text,
                            manifest.spec().traffic().expectsFailures()));
        }
    }

    /// Holds for a system at rest: where users come and go, those under way at the window's ends
    /// would break it, and so would the last ones of a short count, who wait for nobody.
    private void littlesLaw(String name, List<Completed> trials) {
        switch (manifest.spec().load()) {
            case LoadModel.Closed closed
                    when closed.users().isConstant() && !failsAsExpected(trials) ->
                    littlesLaw(name, closed, trials);
            case LoadModel.Open open when open.rate().isConstant() -> atRest(name, trials);
            case LoadModel.Closed _, LoadModel.Open _, LoadModel.Hold _, Workload.Batch _ -> {}
        }
    }

    /// Arrivals, not answers: while requests pile up first come, first served, answers account for
    /// those in flight all the time. Failures are in flight and have no service time: with many,
    /// nothing follows.
    private void atRest(String name, List<Completed> trials) {
        if (tooManyErrors(trials)) {
            return;
        }
        var inFlight = trials.stream().map(t -> t.load().connections().inFlight()).toList();
        if (inFlight.stream().anyMatch(OptionalDouble::isEmpty)) {
            return;
        }
        double seen =
                inFlight.stream().mapToDouble(OptionalDouble::getAsDouble).average().orElse(0);
        double accounted =
                trials.stream()
                                .mapToDouble(
                                        t -> t.load().counts().sent() / t.load().window().seconds())
                                .average()
                                .orElse(0)
                        * meanService(trials);
        if (Math.abs(accounted - seen) > Math.max(ONE_REQUEST, LITTLE * seen)) {
            findings.add(new Finding.OpenLittlesLawBroken(name, seen, accounted));
        }
    }

    /// In seconds.
    private static double meanService(List<Completed> trials) {
        var all = trials.stream().flatMap(t -> t.load().intervals().stream());
        return Histograms.merged(all.map(LoadResult.Interval::serviceTime)).getMean() / 1e9;
    }

    /// Where so many fail that little else can be said, and that is what the experiment is about.
    private boolean failsAsExpected(List<Completed> trials) {
        return manifest.spec().traffic().expectsFailures() && tooManyErrors(trials);
    }

    private static boolean tooManyErrors(List<Completed> trials) {
        long failed = trials.stream().mapToLong(t -> t.load().counts().failed()).sum();
        long sent = trials.stream().mapToLong(t -> t.load().counts().sent()).sum();
        return Finding.Errors.tooMany(failed, sent);
    }

    /// What the server says of its handlers, held against what the generator saw of them.
    private void clocks(VariantSummary summary, List<Completed> trials) {
        var told = HandlerStats.of(trials);
        boolean constant = manifest.spec().load() instanceof LoadModel model && model.isConstant();
        if (told.isEmpty() || !constant || tooManyErrors(trials)) {
            return;
        }
        var name = summary.variant().name();
        var handlers = told.get();
        double service = meanService(trials);
        double inFlight = summary.throughput() * service;
        if (handlers.mean() > (1 + CLOCKS) * service
                || handlers.inside() > 1 + (1 + COUNTS) * inFlight) {
            findings.add(
                    new Finding.ClocksDisagree(
                            name, handlers.mean(), service, handlers.inside(), inFlight));
        }
        if (manifest.spec().phases().requests().isEmpty()
                && Math.abs(handlers.perSecond() / summary.throughput() - 1) > COUNTS) {
            findings.add(
                    new Finding.CountsDisagree(name, handlers.perSecond(), summary.throughput()));
        }
    }

    private void littlesLaw(String name, LoadModel.Closed load, List<Completed> trials) {
        var course = load.users();
        double thinkSeconds = load.thinkTime().mean().toNanos() / 1e9;
        double users = course.points().getFirst().level();
        var requests = manifest.spec().phases().requests();
        if (requests.isPresent() && requests.getAsLong() < REQUESTS_A_USER * users) {
            return;
        }
        double accounted = 0;
        double edges = 0;
        for (var trial : trials) {
            var figures = TrialFigures.of(load, trial);
            double response = figures.responseTime().getMean() / 1e9;
            accounted += figures.throughput() * (response + thinkSeconds) / trials.size();
            edges +=
                    EdgeEffects.share(
                                    figures.responseTime(),
                                    thinkSeconds,
                                    trial.load().window().seconds())
                            / trials.size();
        }
        if (Math.abs(accounted / users - 1) > LITTLE + edges) {
            findings.add(new Finding.LittlesLawBroken(name, users, accounted));
        }
    }
}
