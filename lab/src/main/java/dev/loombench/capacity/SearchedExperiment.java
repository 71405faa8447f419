package dev.loombench.capacity;

import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.Scenario;
import dev.loombench.experiment.TrialCount;
import dev.loombench.experiment.TrialMode;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// The experiment whose servers and requests a search uses, with the load of the search.
public final class SearchedExperiment {
    /// Of the experiment, in requests/s: each window of a search has its own.
    private static final double ANY_RATE = 1;

    private SearchedExperiment() {}

    /// The same servers and requests; the first block brackets, the others confirm.
    ///
    /// @throws WrongInput when the experiment has no requests that arrive by a rate
    public static Experiment of(Experiment experiment, CapacitySettings settings) {
        switch (experiment.load()) {
            case LoadModel.Open _, LoadModel.Closed _ -> {}
            case LoadModel.HeldConnections _ ->
                    throw new WrongInput(
                            experiment.name() + " holds connections, and has no arrival rate");
            case Workload.Batch _ ->
                    throw new WrongInput(experiment.name() + " is a batch, and has no requests");
        }
        var own = experiment.phases();
        var phases =
                new Phases(
                        own.warmUpMin(),
                        own.warmUpMax(),
                        own.warmUpOthers(),
                        own.warmUpCycles(),
                        settings.window(),
                        OptionalLong.empty());
        return withLoad(experiment, settings.load(ANY_RATE), phases)
                .withCriteria(criteria(experiment, SearchedExperiment::isOfSearch))
                .withTrials(TrialCount.exactly(1 + settings.processes()))
                .withMode(TrialMode.SEQUENTIAL);
    }

    private static boolean isOfSearch(Claim claim) {
        return !claim.isOfRun();
    }

    /// The claims that no search checks, since they are on what is measured at one load.
    public static List<Claim> otherClaims(Experiment experiment) {
        return experiment.claims().stream().filter(c -> !isOfSearch(c)).toList();
    }

    private static Criteria criteria(Experiment experiment, Predicate<Claim> claims) {
        return new Criteria(
                Metric.P99,
                experiment.margin(),
                experiment.claims().stream().filter(claims).toList());
    }

    /// The same experiment under another load, without claims.
    static Experiment withLoad(Experiment experiment, LoadModel load, Phases phases) {
        var scenario = experiment.scenario();
        return experiment
                .withCriteria(criteria(experiment, _ -> false))
                .withScenario(
                        new Scenario(load, scenario.traffic(), phases, scenario.dependencies()));
    }
}
