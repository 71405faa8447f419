package dev.loombench.analysis.bottleneck;

import dev.loombench.analysis.comparison.ConfidenceLevels;
import dev.loombench.analysis.trial.HandlerStats;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.UnloadedResponse;
import dev.loombench.stats.Interval;
import dev.loombench.stats.Moments;
import dev.loombench.stats.StudentT;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/// How long a request or a task holds its thread, without queueing: a mean, as Little's law needs.
///
/// @param seconds the mean
/// @param interval 95 % of the mean, s; empty where no sample shows the spread
public record HeldTime(double seconds, Optional<Interval> interval) {
    /// Processes that show how far they differ.
    private static final int FEWEST_PROCESSES = 3;

    /// A mean whose spread is unknown.
    public static HeldTime ofMean(double seconds) {
        return new HeldTime(seconds, Optional.empty());
    }

    /// The mean of the responses of all single users, or of the handlers under load, which are far
    /// more, where the two agree.
    ///
    /// A handler's time under load may include queues, as for connections to a database or for
    /// processors. It would account for any throughput, and so explain none. It counts where the
    /// processors are idle and it is within the interval of the single user's responses, and only
    /// where every process has both: processes of one variant may differ by a factor, so that times
    /// of different processes are not compared.
    ///
    /// The times of one process share its compiled code and memory layout. So the interval is no
    /// narrower than that over the means of three processes or more. How far these differ is no
    /// reason for a difference of two times of the same processes.
    ///
    /// @param idle whether the processors were less than half busy
    static Optional<HeldTime> of(List<Completed> trials, boolean idle) {
        boolean comparable =
                trials.stream()
                        .allMatch(t -> HandlerStats.of(t).isPresent() && t.unloaded().isPresent());
        return trials.stream()
                .flatMap(t -> t.unloaded().stream())
                .map(HeldTime::moments)
                .reduce(Moments::plus)
                .map(single ->
                        of(
                                single,
                                HandlerStats.of(trials).filter(_ -> idle && comparable),
                                trials));
    }

    private static HeldTime of(
            Moments single, Optional<HandlerStats> handlers, List<Completed> trials) {
        var unloaded = of(single, (double) single.count());
        return handlers.filter(
                        h -> unloaded.interval.filter(i -> i.contains(h.meanSeconds())).isPresent())
                .map(h ->
                        of(
                                        new Moments(
                                                single.count(), h.meanSeconds(), single.variance()),
                                        h.completed())
                                .overProcesses(
                                        trials.stream()
                                                .flatMap(t -> HandlerStats.of(t).stream())
                                                .mapToDouble(HandlerStats::meanSeconds)))
                .orElseGet(() ->
                        unloaded.overProcesses(
                                trials.stream()
                                        .flatMap(t -> t.unloaded().stream())
                                        .mapToDouble(user -> user.meanNanos() / 1e9)));
    }

    /// The same with an interval that is at least as wide as that over processes.
    ///
    /// @param means of the processes, s
    private HeldTime overProcesses(DoubleStream means) {
        double half =
                means.mapToObj(mean -> new Moments(1, mean, 0))
                        .reduce(Moments::plus)
                        .filter(each -> each.count() >= FEWEST_PROCESSES)
                        .flatMap(each ->
                                StudentT.interval(
                                        each, (double) each.count(), ConfidenceLevels.LEVEL))
                        .map(i -> (i.high() - i.low()) / 2)
                        .orElse(0.0);
        return new HeldTime(
                seconds,
                interval.map(i -> i.widenedTo(seconds - half, seconds + half).notBelowZero()));
    }

    private static HeldTime of(Moments sample, double averaged) {
        return new HeldTime(
                sample.mean(),
                StudentT.interval(sample, averaged, ConfidenceLevels.LEVEL)
                        .map(Interval::notBelowZero));
    }

    private static Moments moments(UnloadedResponse times) {
        double deviation = times.standardDeviationNanos() / 1e9;
        return new Moments(times.responses(), times.meanNanos() / 1e9, deviation * deviation);
    }
}
