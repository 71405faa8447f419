package dev.loombench.analysis;

import dev.loombench.result.Observation.Unavailable;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import dev.loombench.result.Window;
import dev.loombench.spec.LoadModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Looks for what makes a run doubtful. The limits are those of docs/method.md.
final class Validity {
    private static final double BUSY = 0.90;
    private static final double LITTLE = 0.05;
    private static final double OTHERS = 0.10;
    private static final double STEAL = 0.02;

    private final RunManifest manifest;
    private final List<Finding> findings = new ArrayList<>();

    private Validity(RunManifest manifest) {
        this.manifest = manifest;
    }

    /// @return doubts first
    static List<Finding> of(RunManifest manifest, List<TrialResult> results) {
        var validity = new Validity(manifest);
        validity.run(results);
        for (var variant : manifest.spec().variants()) {
            validity.variant(
                    variant.name(),
                    results.stream()
                            .filter(r -> r.trial().variant().equals(variant.name()))
                            .toList());
        }
        return validity.findings.stream()
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .toList();
    }

    private void run(List<TrialResult> results) {
        var environment = manifest.environment();
        if (!manifest.alone()) {
            findings.add(new Finding.NotAlone());
        }
        if (results.size() < manifest.plan().size()) {
            findings.add(new Finding.Incomplete(results.size(), manifest.plan().size()));
        }
        double others = environment.othersBusyShare().orElse(0);
        double stolen = environment.stealShare().orElse(0);
        if (others > OTHERS || stolen > STEAL) {
            findings.add(new Finding.CpuTaken(others, stolen));
        }
        steadiness(results);
        unobserved(results);
        findings.add(new Finding.SharedMachine(environment.cores()));
    }

    /// Says once what no trial could observe for one and the same reason.
    private void unobserved(List<TrialResult> results) {
        results.stream()
                .filter(r -> r.outcome() instanceof Completed)
                .flatMap(r -> ((Completed) r.outcome()).observations().stream())
                .filter(Unavailable.class::isInstance)
                .map(o -> (Unavailable) o)
                .distinct()
                .forEach(u ->
                        findings.add(new Finding.Unobserved(u.observer(), u.subject(), u.why())));
    }

    private void variant(String name, List<TrialResult> results) {
        var completed =
                results.stream()
                        .filter(r -> r.outcome() instanceof Completed)
                        .map(r -> (Completed) r.outcome())
                        .toList();
        failures(name, results);
        if (completed.isEmpty()) {
            return;
        }
        generator(name, completed);
        connections(name, completed);
        errors(name, completed);
        littlesLaw(name, completed);
    }

    private void failures(String name, List<TrialResult> results) {
        var failed = results.stream().filter(r -> r.outcome() instanceof Failed).toList();
        if (!failed.isEmpty() && failed.getLast().outcome() instanceof Failed last) {
            findings.add(
                    new Finding.TrialsFailed(
                            name,
                            failed.size(),
                            results.size(),
                            last.during() + ": " + last.why()));
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
                findings.add(new Finding.ScheduleLagged(name, lag, response));
            }
        }
    }

    /// Said once for all variants: it is the machine's and the compilers' doing more than theirs.
    private void steadiness(List<TrialResult> results) {
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
        int asked = manifest.spec().load().connections();
        int achieved =
                trials.stream().mapToInt(t -> t.load().connections().achieved()).min().orElse(0);
        boolean kept = manifest.spec().traffic().connections().keepAlive();
        if (kept && achieved < asked) {
            findings.add(new Finding.ConnectionsNotAchieved(name, asked, achieved));
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
            findings.add(new Finding.Errors(name, errors, (double) errors / sent, text));
        }
    }

    private void littlesLaw(String name, List<Completed> trials) {
        if (!(manifest.spec().load() instanceof LoadModel.Closed(var users, var think))) {
            return;
        }
        double accounted =
                trials.stream()
                        .map(TrialFigures::of)
                        .mapToDouble(f ->
                                f.throughput()
                                        * (f.responseTime().getMean() + think.toNanos())
                                        / 1e9)
                        .average()
                        .orElse(0);
        if (Math.abs(accounted / users - 1) > LITTLE) {
            findings.add(new Finding.LittlesLawBroken(name, users, accounted));
        }
    }
}
