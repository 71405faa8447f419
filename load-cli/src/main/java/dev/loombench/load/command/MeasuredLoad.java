package dev.loombench.load.command;

import dev.loombench.load.api.GeneratorProblem;
import dev.loombench.load.api.Problem;
import dev.loombench.load.api.ResponseProblem.ArrivalsOmitted;
import dev.loombench.load.api.ResponseProblem.Errors;
import dev.loombench.load.api.ResponseProblem.UnexpectedRedirects;
import dev.loombench.load.api.Result;
import dev.loombench.load.api.ShortfallProblem.ConnectionsNotAchieved;
import dev.loombench.load.api.ShortfallProblem.Overloaded;
import dev.loombench.load.api.ShortfallProblem.RateNotAchieved;
import dev.loombench.load.api.ShortfallProblem.RequestsNotSent;
import dev.loombench.load.api.UnansweredProblem.NoGoodResponse;
import dev.loombench.load.api.UnansweredProblem.RequestsUnfinished;
import dev.loombench.load.result.ArrivingRequest;
import dev.loombench.load.threshold.LimitedFigures;
import dev.loombench.load.threshold.LoadThreshold;
import dev.loombench.load.threshold.LoadThreshold.Outcome;
import dev.loombench.text.Units;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/// What a load measured, and what it means for its thresholds.
///
/// @param url in which `***` stands for secrets
/// @param requests planned; empty where time ends the load
/// @param thresholds conditions under any of which the load has failed
record MeasuredLoad(
        String url, Result result, OptionalLong requests, List<LoadThreshold> thresholds)
        implements LimitedFigures {
    MeasuredLoad {
        thresholds = List.copyOf(thresholds);
    }

    /// As in `http://shop/ at 127.0.0.1:8080`.
    String target() {
        return url + result.connectTo().map(" at "::concat).orElse("");
    }

    /// Why the figures are invalid, and notes. A threshold on errors or on the throughput takes the
    /// place of the limits that they have without one.
    List<Problem> problems() {
        return result.problems().stream().filter(problem -> !isReplaced(problem)).toList();
    }

    private boolean isReplaced(Problem problem) {
        return switch (problem) {
            case Errors _, UnexpectedRedirects _ ->
                    thresholds.stream().anyMatch(LoadThreshold::limitsErrors);
            case Overloaded _, RateNotAchieved _ ->
                    thresholds.stream().anyMatch(LoadThreshold::limitsThroughput);
            case NoGoodResponse _,
                    RequestsUnfinished _,
                    ArrivalsOmitted _,
                    RequestsNotSent _,
                    ConnectionsNotAchieved _,
                    GeneratorProblem _ ->
                    false;
        };
    }

    /// Whether there is no problem but notes.
    boolean isValid() {
        return problems().stream().noneMatch(Problem::isInvalid);
    }

    /// The thresholds for which the load has an outcome.
    List<LoadThreshold> thresholds(Outcome outcome) {
        return thresholds.stream().filter(t -> t.of(this) == outcome).toList();
    }

    /// The figure that a threshold limits, or why it is undecided.
    String message(LoadThreshold threshold) {
        return threshold.isOfFew(this)
                ? threshold.tooFew(this, sufficient(threshold))
                : threshold.measured(this);
    }

    /// The option with which the load has enough responses.
    private String sufficient(LoadThreshold threshold) {
        if (requests.isPresent()) {
            return "-n " + threshold.sufficient(this, (double) requests.getAsLong());
        }
        double seconds = result.measured().window().seconds();
        return "-d " + Units.text(Duration.ofSeconds(threshold.sufficient(this, seconds)));
    }

    @Override
    public OptionalDouble percentile(double percent) {
        var times =
                isOfArriving(percent)
                        ? result.arrivingRequest().orElseThrow()
                        : result.responseTime();
        return times.getTotalCount() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) times.getValueAtPercentile(percent));
    }

    @Override
    public boolean isOfArriving(double percent) {
        return ArrivingRequest.judges(percent) && result.arrivingRequest().isPresent();
    }

    @Override
    public double responsesBeyond(double percent) {
        return result.responsesBeyond(percent);
    }

    @Override
    public Histogram responseTime() {
        return result.responseTime();
    }

    @Override
    public double throughput() {
        return result.throughput();
    }

    @Override
    public long failed() {
        return result.measured().counts().failed();
    }

    @Override
    public OptionalDouble errorShare() {
        return result.errorShare();
    }
}
