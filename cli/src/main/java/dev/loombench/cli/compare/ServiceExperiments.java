package dev.loombench.cli.compare;

import dev.loombench.observe.result.OptionalObservation;
import dev.loombench.spec.Criteria;
import dev.loombench.spec.Defaults;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.Phases;
import dev.loombench.spec.Scenario;
import dev.loombench.spec.TrialCount;
import dev.loombench.spec.Variant;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.TrafficSpec;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Experiments with services of the user.
public final class ServiceExperiments {
    private ServiceExperiments() {}

    /// An experiment without claims, mode and seed.
    ///
    /// @param observe observations that are off by default
    public static ExperimentSpec spec(
            String name,
            String question,
            List<Variant> variants,
            Scenario scenario,
            TrialCount trials,
            Metric metric,
            Set<OptionalObservation> observe) {
        return new ExperimentSpec(
                name,
                question,
                variants,
                scenario,
                trials,
                Optional.empty(),
                new Criteria(metric, Defaults.MARGIN, List.of()),
                OptionalLong.empty(),
                observe);
    }

    /// A comparison by the defaults of `loombench compare`.
    ///
    /// @param users each with a connection
    public static ExperimentSpec byDefault(
            String name, String question, List<Variant> variants, TrafficSpec traffic, int users) {
        return spec(
                name,
                question,
                variants,
                new Scenario(
                        new LoadModel.Closed(users, Defaults.THINK_TIME),
                        traffic,
                        new Phases(
                                Defaults.WARM_UP_MIN,
                                Defaults.COMPARISON_WARM_UP_MAX,
                                Defaults.MEASURE)),
                Defaults.COMPARISON_TRIALS,
                Defaults.METRIC,
                Set.of());
    }

    /// As in `Which is best by throughput: pool-200, virtual?`.
    public static String question(Metric metric, List<NamedCommand> services) {
        return "Which is best by %s: %s?"
                .formatted(
                        metric.label(),
                        services.stream()
                                .map(NamedCommand::name)
                                .collect(Collectors.joining(", ")));
    }
}
