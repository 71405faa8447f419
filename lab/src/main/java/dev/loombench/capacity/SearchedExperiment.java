package dev.loombench.capacity;

import dev.loombench.spec.Claim;
import dev.loombench.spec.Criteria;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.Phases;
import dev.loombench.spec.Scenario;
import dev.loombench.spec.TrialCount;
import dev.loombench.spec.TrialMode;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Workload;
import dev.loombench.spec.text.SpecError;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// The experiment whose servers and requests a search uses, with the load of the search.
public final class SearchedExperiment {
    private SearchedExperiment() {}

    /// The same servers and requests; the first block brackets, the others confirm.
    ///
    /// @throws SpecError when the experiment has no requests that arrive by a rate
    public static ExperimentSpec of(ExperimentSpec spec, CapacitySettings settings) {
        switch (spec.load()) {
            case LoadModel.Open _, LoadModel.Closed _ -> {}
            case LoadModel.HeldConnections _ ->
                    throw new SpecError(
                            spec.name() + " holds connections, and has no arrival rate");
            case Workload.Batch _ ->
                    throw new SpecError(spec.name() + " is a batch, and has no requests");
        }
        var own = spec.phases();
        var phases =
                new Phases(
                        own.warmUpMin(),
                        own.warmUpMax(),
                        own.warmUpCycles(),
                        settings.window(),
                        OptionalLong.empty());
        return withLoad(spec, settings.load(CapacitySettings.LOWEST), phases)
                .withCriteria(criteria(spec, SearchedExperiment::isOfSearch))
                .withTrials(TrialCount.exactly(1 + settings.processes()))
                .withMode(TrialMode.SEQUENTIAL);
    }

    private static boolean isOfSearch(Claim claim) {
        return claim.metric() == Metric.CAPACITY;
    }

    /// The claims that no search checks, since they are on what is measured at one load.
    public static List<Claim> otherClaims(ExperimentSpec spec) {
        return spec.claims().stream().filter(c -> !isOfSearch(c)).toList();
    }

    private static Criteria criteria(ExperimentSpec spec, Predicate<Claim> claims) {
        return new Criteria(
                Metric.P99, spec.margin(), spec.claims().stream().filter(claims).toList());
    }

    /// The same experiment under another load, without claims.
    static ExperimentSpec withLoad(ExperimentSpec spec, LoadModel load, Phases phases) {
        var scenario = spec.scenario();
        return spec.withCriteria(criteria(spec, _ -> false))
                .withScenario(
                        new Scenario(load, scenario.traffic(), phases, scenario.dependencies()));
    }
}
