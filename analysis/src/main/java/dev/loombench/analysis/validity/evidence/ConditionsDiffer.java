package dev.loombench.analysis.validity.evidence;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.finding.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Variants of different server or model also differ in something else.
///
/// @param keys of the experiment, as in `jvm`
public record ConditionsDiffer(List<String> keys) implements EvidenceFinding {
    /// Setting of a server that keeps its own limits in force.
    private static final String LIMITS = "container-limits";

    public static final Kind KIND =
            new Kind(
                    "conditions-differ",
                    "variants of different server or model also differ in jvm, jdk, cpus, environment or container limits",
                    "note");

    public ConditionsDiffer {
        keys = List.copyOf(keys);
    }

    /// Variants of one server and model may differ in any condition: that is what they compare.
    public static Optional<ConditionsDiffer> of(Experiment experiment) {
        if (!differs(experiment, v -> v.zooServer().map(ZooServer::summary))) {
            return Optional.empty();
        }
        var keys = new ArrayList<String>();
        addIfDifferent(experiment, Variant::jvm, "jvm", keys);
        addIfDifferent(experiment, Variant::jdk, "jdk", keys);
        addIfDifferent(experiment, Variant::cpus, "cpus", keys);
        addIfDifferent(experiment, Variant::environment, "environment", keys);
        addIfDifferent(
                experiment, v -> v.settings().getOrDefault(LIMITS, "unlimited"), LIMITS, keys);
        return keys.isEmpty() ? Optional.empty() : Optional.of(new ConditionsDiffer(keys));
    }

    private static void addIfDifferent(
            Experiment experiment,
            Function<Variant, Object> condition,
            String key,
            List<String> keys) {
        if (differs(experiment, condition)) {
            keys.add(key);
        }
    }

    private static boolean differs(Experiment experiment, Function<Variant, Object> condition) {
        return experiment.variants().stream().map(condition).distinct().count() > 1;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the variants differ in server or model, and also in %s"
                        .formatted(String.join(", ", keys)),
                "any of these may cause a difference between them",
                "set the same for every variant, or run a separate experiment");
    }
}
