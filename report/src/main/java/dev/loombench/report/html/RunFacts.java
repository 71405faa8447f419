package dev.loombench.report.html;

import dev.loombench.analysis.Analysis;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.export.Outline.Facts;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Section;
import dev.loombench.load.result.LoadResult.Generator;
import dev.loombench.load.result.LoadResult.Tls;
import dev.loombench.load.result.PacingText;
import dev.loombench.load.result.Streams;
import dev.loombench.observe.result.Environment;
import dev.loombench.report.Format;
import dev.loombench.report.ModeText;
import dev.loombench.report.scope.CpusText;
import dev.loombench.report.scope.ScopeText;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// The conditions of a measurement, as names and values.
final class RunFacts {
    private RunFacts() {}

    static Section section(Analysis analysis, List<TrialResult> trials) {
        return new Section("Experiment and machine", List.of(new Facts(facts(analysis, trials))));
    }

    private static List<Item> facts(Analysis analysis, List<TrialResult> trials) {
        var manifest = analysis.manifest();
        var facts =
                new ArrayList<>(
                        manifest.experiment().isBatch() ? batch(manifest) : server(analysis));
        manifest.adjustments().forEach(s -> facts.add(new Item("Adjusted", s)));
        facts.add(new Item("Seed", String.valueOf(manifest.seed())));
        analysis.windowLength()
                .ifPresent(w -> facts.add(new Item("Window length", ScopeText.windowLength(w))));
        for (var v : manifest.experiment().variants()) {
            facts.add(new Item(v.name(), variant(v, manifest.jdks().get(v.name()))));
        }
        trials.stream()
                .filter(t -> t.outcome() instanceof Completed)
                .map(t -> generator(((Completed) t.outcome()).load().generator()))
                .distinct()
                .forEach(g -> facts.add(new Item("Generator", g)));
        analysis.variants().stream()
                .flatMap(v -> v.latency().tls().stream())
                .map(RunFacts::tls)
                .distinct()
                .forEach(tls -> facts.add(new Item("TLS", tls)));
        analysis.variants().stream()
                .flatMap(v -> v.latency().streams().stream())
                .map(RunFacts::streams)
                .distinct()
                .forEach(streams -> facts.add(new Item("HTTP/2", streams)));
        facts.addAll(machine(analysis.manifest().environment()));
        return facts;
    }

    private static List<Item> batch(RunManifest manifest) {
        return List.of(new Item("Load", ScopeText.load(manifest.experiment())));
    }

    private static List<Item> server(Analysis analysis) {
        var manifest = analysis.manifest();
        var experiment = manifest.experiment();
        var phases = experiment.phases();
        return List.of(
                new Item("Load", ScopeText.load(experiment)),
                new Item(
                        "Request",
                        "%s, timeout %s"
                                .formatted(
                                        ScopeText.requests(experiment),
                                        Format.time(
                                                (double)
                                                        experiment.traffic().timeout().toNanos()))),
                new Item(
                        "Phases",
                        "warm-up until steady, %s to %s; measured for %s"
                                .formatted(
                                        Format.time((double) phases.warmUpMin().toNanos()),
                                        Format.time((double) phases.warmUpMax().toNanos()),
                                        Format.time((double) phases.measure().toNanos()))),
                new Item("Trials", ModeText.of(analysis.mode())));
    }

    /// @param jdk that it ran on; null where it was not recorded
    private static String variant(Variant v, @Nullable String jdk) {
        var parts = new ArrayList<String>();
        parts.add(v.subject().summary());
        v.settings().forEach((name, value) -> parts.add(name + " " + value));
        if (!v.jvm().isEmpty()) {
            parts.add("JVM flags " + String.join(" ", v.jvm()));
        }
        if (jdk != null) {
            parts.add("JDK " + jdk);
        } else {
            v.jdk().ifPresent(requested -> parts.add("JDK " + requested.text()));
        }
        v.cpus().ifPresent(cpus -> parts.add(CpusText.of(cpus)));
        if (v.service().isPresent()) {
            v.environment().keySet().forEach(name -> parts.add("variable " + name));
        } else {
            v.environment().forEach((name, value) -> parts.add(name + "=" + value));
        }
        return String.join("; ", parts);
    }

    private static String streams(Streams streams) {
        return "up to %,d streams per connection; %s%s"
                .formatted(
                        streams.perConnection(),
                        streams.limit().isEmpty()
                                ? "the server sets no limit"
                                : "the server allows %,d".formatted(streams.limit().getAsLong()),
                        streams.heldEnded() == 0
                                ? ""
                                : "; %,d held streams ended".formatted(streams.heldEnded()));
    }

    private static String tls(Tls tls) {
        return "%s by %s%s%s"
                .formatted(
                        tls.agreed(),
                        tls.engine(),
                        tls.engineReason().isEmpty() ? "" : " (" + tls.engineReason() + ")",
                        tls.verified() ? "" : "; certificates were not checked");
    }

    private static String generator(Generator g) {
        return "%s%s, %s, %d %s"
                .formatted(
                        g.transport(),
                        g.transportReason().isEmpty() ? "" : " (" + g.transportReason() + ")",
                        PacingText.of(g),
                        g.threads(),
                        g.threads() == 1 ? "thread" : "threads");
    }

    private static List<Item> machine(Environment e) {
        return List.of(
                new Item("Processor", "%d cores of %s".formatted(e.cores(), e.cpu())),
                new Item("Memory", Figures.bytes((double) e.memoryBytes())),
                new Item("System", e.system()),
                new Item("JDK of the lab", e.jdk()),
                new Item(
                        "Load average before",
                        e.loadAverage().isPresent()
                                ? Figures.number(e.loadAverage().getAsDouble())
                                : Format.MISSING),
                new Item("CPU used by other processes before", share(e.othersBusyShare())),
                new Item("CPU stolen before", share(e.stealShare())),
                new Item(
                        "Open files per process",
                        e.openFileLimit().isPresent()
                                ? Figures.whole(e.openFileLimit().getAsLong())
                                : Format.MISSING));
    }

    private static String share(OptionalDouble share) {
        return share.isPresent()
                ? Figures.number(100 * share.getAsDouble()) + " %"
                : Format.MISSING;
    }
}
