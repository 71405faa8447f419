package dev.loombench.analysis.capacity.objective;

import dev.loombench.load.limit.LoadLimits;
import dev.loombench.load.result.LoadResult;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/// The objectives of a search, all of which must hold.
///
/// @param all at least one, no two for the same metric
public record Objectives(List<Objective> all) {
    /// Violating requests that a window should allow, so that their number is more than chance.
    private static final double ENOUGH = 10;

    private static final double FEWEST = 3;

    public Objectives {
        all = List.copyOf(all);
        if (all.isEmpty()) {
            throw new WrongInput("--slo is missing; " + Objective.EXPECTED);
        }
        var metrics = new HashSet<String>();
        for (var objective : all) {
            var metric = objective.text().replaceFirst("<.*", "");
            if (!metrics.add(metric)) {
                throw new WrongInput("two objectives for %s; give one".formatted(metric));
            }
        }
    }

    /// @throws WrongInput when one is wrong, or there is none
    public static Objectives parse(List<String> texts) {
        return new Objectives(texts.stream().map(Objective::parse).toList());
    }

    /// `p99<50ms and errors<0.1%`.
    public String text() {
        return all.stream().map(Objective::text).collect(Collectors.joining(" and "));
    }

    /// The highest of their burns: at most 1 when all hold.
    public double burn(WindowCounts counts) {
        return all.stream().mapToDouble(o -> o.burn(counts)).max().orElseThrow();
    }

    /// The burn of a window; 0 without requests, as arrivals are random.
    ///
    /// The response times of the others say nothing of requests that a server refuses. Where no
    /// objective limits errors, as many may therefore fail as in a valid run
    /// ([LoadLimits#hasTooManyErrors]), unless the experiment expects errors. A stray one does not
    /// violate a window, and counts for the mean of several: one of each short window would add up
    /// to more than is allowed. Requests that missed a deadline are in the response times.
    public double burn(LoadResult load, Traffic traffic) {
        var counts = load.counts();
        if (counts.sent() == 0) {
            return 0;
        }
        double burn = burn(WindowCounts.of(load));
        if (limitErrors() || traffic.expectsErrors()) {
            return burn;
        }
        long failed = counts.failed() - counts.deadlineMissed();
        double used = (double) failed / (LoadLimits.ERROR_SHARE * counts.sent());
        boolean tooMany = LoadLimits.hasTooManyErrors(failed, counts.sent());
        return Math.max(burn, tooMany ? used : Math.min(1, used));
    }

    private boolean limitErrors() {
        return all.stream().anyMatch(Objective.Errors.class::isInstance);
    }

    /// The percentile of the report: that of the first objective with one, else 99.
    public double percent() {
        return all.stream()
                .filter(Objective.Percentile.class::isInstance)
                .mapToDouble(o -> ((Objective.Percentile) o).percent())
                .findFirst()
                .orElse(99);
    }

    /// The longest of their times; empty where only errors count.
    public Optional<Duration> longestLimit() {
        return all.stream()
                .flatMap(o ->
                        switch (o) {
                            case Objective.Percentile(_, var limit) -> Stream.of(limit);
                            case Objective.Mean(var limit) -> Stream.of(limit);
                            case Objective.Errors _ -> Stream.<Duration>empty();
                        })
                .max(Duration::compareTo);
    }

    /// Requests of which the strictest objective allows ten to violate it; 100 without a share.
    public double enoughRequests() {
        return strictest().isPresent() ? ENOUGH / strictest().getAsDouble() : 100;
    }

    /// Requests without which a window cannot hold: the strictest objective allows three of them to
    /// violate it, so that a window of a server which violates it twice as often holds by chance in
    /// one of seven cases; 10 without a share.
    public double fewestRequests() {
        return strictest().isPresent() ? FEWEST / strictest().getAsDouble() : ENOUGH;
    }

    /// The smallest share of requests that may violate an objective; empty where only a mean
    /// counts.
    public OptionalDouble strictest() {
        return all.stream()
                .flatMapToDouble(o ->
                        switch (o) {
                            case Objective.Percentile p -> DoubleStream.of(p.allowedShare());
                            case Objective.Errors(var share) -> DoubleStream.of(share);
                            case Objective.Mean _ -> DoubleStream.empty();
                        })
                .min();
    }
}
