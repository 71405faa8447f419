package dev.loombench.load.api;

import dev.loombench.load.LoadPlan;
import dev.loombench.load.api.GeneratorProblem.GeneratorSaturated;
import dev.loombench.load.api.GeneratorProblem.GeneratorStalled;
import dev.loombench.load.api.GeneratorProblem.GeneratorStarved;
import dev.loombench.load.api.GeneratorProblem.ScheduleLagged;
import dev.loombench.load.api.ResponseProblem.ArrivalsOmitted;
import dev.loombench.load.api.ResponseProblem.Errors;
import dev.loombench.load.api.ResponseProblem.UnexpectedRedirects;
import dev.loombench.load.api.ShortfallProblem.ConnectionsNotAchieved;
import dev.loombench.load.api.ShortfallProblem.Overloaded;
import dev.loombench.load.api.ShortfallProblem.RateNotAchieved;
import dev.loombench.load.api.ShortfallProblem.RequestsNotSent;
import dev.loombench.load.api.UnansweredProblem.NoGoodResponse;
import dev.loombench.load.api.UnansweredProblem.RequestsUnfinished;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.LoadModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/// The judge of a load: the problems that it has.
final class LoadJudge {
    private LoadJudge() {}

    /// All problems of a load, the most important first.
    ///
    /// @param secondsBefore for which the load lasted before the window
    /// @param complete false for a load that was stopped early
    /// @param requests planned; empty where time ends the load
    /// @param arriving response times of an arriving request; empty for an open load
    static List<Problem> problems(
            LoadPlan plan,
            double secondsBefore,
            LoadResult load,
            boolean complete,
            OptionalLong requests,
            Optional<Histogram> arriving) {
        var counts = load.counts();
        var found = new ArrayList<Problem>();
        NoGoodResponse.in(load, plan.traffic()).ifPresent(found::add);
        Errors.in(load).ifPresent(found::add);
        UnexpectedRedirects.in(counts).ifPresent(found::add);
        if (complete) {
            RequestsNotSent.in(counts.sent(), requests).ifPresent(found::add);
        }
        RequestsUnfinished.in(counts).ifPresent(found::add);
        if (counts.succeeded() > 0) { // else missing responses explain the others
            ConnectionsNotAchieved.in(load.connections(), plan.traffic()).ifPresent(found::add);
            GeneratorSaturated.in(load.generator()).ifPresent(found::add);
            GeneratorStarved.in(load.generator()).ifPresent(found::add);
            GeneratorStalled.in(load).ifPresent(found::add);
            if (plan.model() instanceof LoadModel.Open open) {
                ScheduleLagged.in(load.generator().sendLag(), load.responseTime())
                        .ifPresent(found::add);
                if (requests.isEmpty()) {
                    Overloaded.in(open, plan.traffic(), load, secondsBefore).ifPresent(found::add);
                    long service = load.serviceTime().getValueAtPercentile(50);
                    RateNotAchieved.in(open, load, service, secondsBefore).ifPresent(found::add);
                }
            }
            arriving.flatMap(times -> ArrivalsOmitted.in(load.responseTime(), times))
                    .ifPresent(found::add);
        }
        return List.copyOf(found);
    }
}
