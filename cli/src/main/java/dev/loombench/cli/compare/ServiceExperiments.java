package dev.loombench.cli.compare;

import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.Scenario;
import dev.loombench.experiment.TrialCount;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.observe.result.OptionalObservation;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Traffic;
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
    public static Experiment experiment(
            String name,
            String question,
            List<Variant> variants,
            Scenario scenario,
            TrialCount trials,
            Metric metric,
            Set<OptionalObservation> observe) {
        return new Experiment(
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
    public static Experiment byDefault(
            String name, String question, List<Variant> variants, Traffic traffic, int users) {
        return experiment(
                name,
                question,
                variants,
                new Scenario(
                        new LoadModel.Closed(users, Defaults.THINK_TIME),
                        traffic,
                        new Phases(
                                        Defaults.WARM_UP_MIN,
                                        Defaults.COMPARISON_WARM_UP_MAX,
                                        Defaults.MEASURE)
                                .withWarmUpOthers(Defaults.COMPARISON_WARM_UP_OTHERS)),
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
