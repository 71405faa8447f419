package dev.loombench.experiment.yaml;

import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.TrialCount;
import dev.loombench.experiment.TrialMode;
import dev.loombench.experiment.WarmUpCycles;
import dev.loombench.observe.result.OptionalObservation;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.Workload;
import dev.loombench.yaml.MappingWriter;
import dev.loombench.yaml.YamlNodes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.Node;

/// Writes an experiment as YAML, which [ExperimentReader] reads as the same experiment.
///
/// The file has no name of the experiment, which is that of the file, and no sources of the values
/// that requests take from the environment: `${NAME}` is enough. Keys with the value that they have
/// by default are left out, apart from the ones that every reader looks for.
public final class ExperimentWriter {
    private ExperimentWriter() {}

    /// The text of the file.
    ///
    /// @param experiment without secrets of requests, which no file has a place for
    /// @param folder of the file, to which its paths are relative
    /// @throws WrongInput when the file would be too large to be read
    public static String text(Experiment experiment, Path folder) {
        var variants = new VariantWriter(experiment, folder);
        var root = new MappingWriter().text("question", experiment.question());
        variants.service().ifPresent(service -> root.add("service", service));
        root.add("variants", variants.variants());
        root.add("load", new LoadWriter(experiment.scenario(), folder).load());
        if (!experiment.isBatch()) {
            root.add("phases", phases(experiment.phases(), experiment.load()));
        }
        trials(experiment.trials(), experiment.margin(), root);
        root.add("mode", experiment.mode().map(TrialMode::label), YamlNodes::plain)
                .plain("metric", experiment.metric().label())
                .unless(
                        Defaults.MARGIN,
                        "margin",
                        experiment.margin(),
                        share -> YamlNodes.plain(Units.textOfShare(share)))
                .unless(List.of(), "expect", experiment.claims(), ExperimentWriter::claims);
        experiment.seed().ifPresent(seed -> root.plain("seed", seed));
        root.unless(List.of(), "observe", observations(experiment), YamlNodes::inline);
        return YamlNodes.file(root.block());
    }

    private static Node phases(Phases phases, Workload load) {
        var warmUp = new MappingWriter().plain("min", Units.text(phases.warmUpMin()));
        phases.warmUpCycles()
                .ifPresentOrElse(
                        cycles -> cycles(cycles, phases.warmUpMax(), warmUp),
                        () -> warmUp.plain("max", Units.text(phases.warmUpMax())));
        phases.warmUpOthers().ifPresent(time -> warmUp.plain("others", Units.text(time)));
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
        return YamlNodes.list(claims.stream().map(ExperimentWriter::claim).toList());
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

    private static List<Node> observations(Experiment experiment) {
        return experiment.observe().stream()
                .sorted()
                .map(OptionalObservation::label)
                .map(YamlNodes::plain)
                .toList();
    }
}
