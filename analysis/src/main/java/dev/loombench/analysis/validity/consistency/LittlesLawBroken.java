package dev.loombench.analysis.validity.consistency;

import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.EdgeEffects;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.experiment.Experiment;
import dev.loombench.finding.Kind;
import dev.loombench.traffic.LoadModel;
import java.util.Optional;

/// `N = X * (R + Z)` must hold for any closed system in equilibrium.
///
/// @param users of the load, and `accounted` the value of the right side
public record LittlesLawBroken(String variant, double users, double accounted)
        implements ConsistencyFinding {
    private static final double LIMIT = 0.05;

    /// The last requests of a short count leave users idle.
    private static final double MIN_REQUESTS_PER_USER = 100;

    public static final Kind KIND =
            new Kind(
                    "littles-law-broken",
                    "Little's law",
                    "closed, a constant number of users: users and X · (R + Z) differ by more than %s plus the effect of the window's edges"
                            .formatted(percent(LIMIT)),
                    "invalid");

    /// Where the number of users changes, requests in flight at the window's edges break the law. A
    /// failed request keeps its user busy and has no response time, so the law cannot be checked
    /// with many of them.
    public static Optional<LittlesLawBroken> of(Experiment experiment, VariantTrials trials) {
        return experiment.load() instanceof LoadModel.Closed closed
                        && closed.users().isConstant()
                        && !Errors.tooMany(trials.loads())
                ? of(experiment, closed, trials)
                : Optional.empty();
    }

    private static Optional<LittlesLawBroken> of(
            Experiment experiment, LoadModel.Closed load, VariantTrials trials) {
        double thinkSeconds = load.thinkTime().mean().toNanos() / 1e9;
        double users = load.users().points().getFirst().level();
        var requests = experiment.phases().requests();
        if (requests.isPresent() && requests.getAsLong() < MIN_REQUESTS_PER_USER * users) {
            return Optional.empty();
        }
        var loads = trials.loads();
        double accounted = 0;
        double edges = 0;
        for (int i = 0; i < loads.size(); i++) {
            var figures = trials.figures().get(i);
            double response = figures.latency().responseTime().getMean() / 1e9;
            accounted += figures.throughput() * (response + thinkSeconds) / loads.size();
            edges +=
                    EdgeEffects.share(
                                    figures.latency().responseTime(),
                                    thinkSeconds,
                                    loads.get(i).window().seconds(),
                                    EdgeEffects.slices(trials.completed().get(i)))
                            / loads.size();
        }
        return Math.abs(accounted / users - 1) > LIMIT + edges
                ? Optional.of(new LittlesLawBroken(trials.variant(), users, accounted))
                : Optional.empty();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the load had %,.0f users, and throughput x (response + think time) accounts for %,.0f"
                        .formatted(users, accounted),
                "by Little's law both must be equal: some users were not in flight, or the system was not in equilibrium",
                "use a longer warm-up and a longer window: %s %s"
                        .formatted(longer.warmUpOption(), longer.windowOption()));
    }
}
