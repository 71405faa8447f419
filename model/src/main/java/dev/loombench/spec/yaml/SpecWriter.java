package dev.loombench.spec.yaml;

import dev.loombench.observe.result.OptionalObservation;
import dev.loombench.spec.Claim;
import dev.loombench.spec.Defaults;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Phases;
import dev.loombench.spec.TrialCount;
import dev.loombench.spec.TrialMode;
import dev.loombench.spec.WarmUpCycles;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.LoadProfile;
import dev.loombench.spec.load.Workload;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Units;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.Node;

/// Writes an experiment as YAML, which [SpecReader] reads as the same experiment.
///
/// The file has no name of the experiment, which is that of the file, and no sources of the values
/// that requests take from the environment: `${NAME}` is enough. Keys with the value that they have
/// by default are left out, apart from the ones that every reader looks for.
public final class SpecWriter {
    private SpecWriter() {}

    /// The text of the file.
    ///
    /// @param spec without secrets, which no file has a place for
    /// @param folder of the file, to which its paths are relative
    /// @throws SpecError when the file would be too large to be read
    public static String text(ExperimentSpec spec, Path folder) {
        var variants = new VariantWriter(spec, folder);
        var root = new MappingWriter().text("question", spec.question());
        variants.service().ifPresent(service -> root.add("service", service));
        root.add("variants", variants.variants());
        root.add("load", new LoadWriter(spec.scenario(), folder).load());
        if (!spec.isBatch()) {
            root.add("phases", phases(spec.phases(), spec.load()));
        }
        trials(spec.trials(), spec.margin(), root);
        root.add("mode", spec.mode().map(TrialMode::label), YamlNodes::plain)
                .plain("metric", spec.metric().label())
                .unless(
                        Defaults.MARGIN,
                        "margin",
                        spec.margin(),
                        share -> YamlNodes.plain(Units.textOfShare(share)))
                .unless(List.of(), "expect", spec.claims(), SpecWriter::claims);
        spec.seed().ifPresent(seed -> root.plain("seed", seed));
        root.unless(List.of(), "observe", observations(spec), YamlNodes::inline);
        return YamlNodes.file(root.block());
    }

    private static Node phases(Phases phases, Workload load) {
        var warmUp = new MappingWriter().plain("min", Units.text(phases.warmUpMin()));
        phases.warmUpCycles()
                .ifPresentOrElse(
                        cycles -> cycles(cycles, phases.warmUpMax(), warmUp),
                        () -> warmUp.plain("max", Units.text(phases.warmUpMax())));
        warmUp.add("level", warmUpLevel(load), YamlNodes::plain);
        return new MappingWriter()
                .add("warm-up", warmUp.inline())
                .add("measure", measure(phases))
                .block();
    }

    /// @param longest the cycles, each but the last with its pause
    private static void cycles(WarmUpCycles cycles, Duration longest, MappingWriter warmUp) {
        var each = cycles.load().plus(cycles.pause());
        warmUp.plain("cycles", longest.plus(cycles.pause()).dividedBy(each))
                .plain("load", Units.text(cycles.load()))
                .plain("pause", Units.text(cycles.pause()));
    }

    private static Optional<String> warmUpLevel(Workload load) {
        return switch (load) {
            case LoadModel.Closed(var users, _) -> warmUpLevel(users).map(LoadWriter::users);
            case LoadModel.Open(var rate, _, _) -> warmUpLevel(rate).map(Units::textOfRate);
            case LoadModel.HeldConnections _, Workload.Batch _ -> Optional.empty();
        };
    }

    private static Optional<Double> warmUpLevel(LoadProfile profile) {
        return profile.warmUp().stream().boxed().findFirst();
    }

    private static Node measure(Phases phases) {
        var length = Units.text(phases.measure());
        return phases.requests().isEmpty()
                ? YamlNodes.plain(length)
                : new MappingWriter()
                        .plain("requests", phases.requests().getAsLong())
                        .plain("max", length)
                        .inline();
    }

    private static void trials(TrialCount trials, double margin, MappingWriter root) {
        if (trials.precision().isEmpty()) {
            root.plain("trials", trials.max());
        } else {
            root.add(
                    "trials",
                    new MappingWriter()
                            .plain("min", trials.min())
                            .plain("max", trials.max())
                            .inline());
            root.unless(
                    margin / 2,
                    "precision",
                    trials.precision().getAsDouble(),
                    share -> YamlNodes.plain(Units.textOfShare(share)));
        }
        root.add("budget", trials.budget().map(Units::text), YamlNodes::plain);
    }

    private static Node claims(List<Claim> claims) {
        return YamlNodes.list(claims.stream().map(SpecWriter::claim).toList());
    }

    private static Node claim(Claim claim) {
        return claim.published()
                .map(citation ->
                        new MappingWriter()
                                .text("claim", claim.text())
                                .text("article", citation.figure())
                                .add("where", citation.where(), YamlNodes::text)
                                .block())
                .orElseGet(() -> YamlNodes.text(claim.text()));
    }

    private static List<Node> observations(ExperimentSpec spec) {
        return spec.observe().stream()
                .sorted()
                .map(OptionalObservation::label)
                .map(YamlNodes::plain)
                .toList();
    }
}
