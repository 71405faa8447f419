package dev.loombench.analysis.audit;

import dev.loombench.experiment.article.PublishedFigure;
import dev.loombench.experiment.article.PublishedFigures.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Contradictions between the figures of one row.
final class RowAudit {
    private RowAudit() {}

    static List<Objection> of(Row row) {
        return Stream.of(
                        UsersInFlight.of(row),
                        percentiles(row),
                        row.mean().stream().flatMap(mean -> mean(row, mean)),
                        row.setup().handler().stream().flatMap(h -> handler(row, h.value())))
                .flatMap(Function.identity())
                .toList();
    }

    private static Stream<Objection> percentiles(Row row) {
        var ascending = List.copyOf(row.percentiles().entrySet());
        return IntStream.range(1, ascending.size())
                .boxed()
                .flatMap(i -> notMonotone(row, ascending.get(i - 1), ascending.get(i)).stream());
    }

    private static Optional<Objection> notMonotone(
            Row row,
            Map.Entry<Double, PublishedFigure> lower,
            Map.Entry<Double, PublishedFigure> higher) {
        return Quantity.of(lower.getValue()).above(Quantity.of(higher.getValue()), 0)
                ? Optional.of(
                        new Objection.PercentilesNotMonotone(
                                row.name(),
                                lower.getKey(),
                                lower.getValue().value(),
                                higher.getKey(),
                                higher.getValue().value()))
                : Optional.empty();
    }

    /// Nothing is above the maximum, whatever the percentiles are; so that bound has no tolerance.
    private static Stream<Objection> mean(Row row, PublishedFigure mean) {
        var percentiles = Percentiles.of(row);
        var tooHigh =
                tooHigh(row, mean, percentiles.last(), 0)
                        .or(() -> tooHigh(row, mean, percentiles, Quantity.TOLERANCE));
        return Stream.concat(tooLow(row, mean, percentiles).stream(), tooHigh.stream());
    }

    private static Optional<Objection> tooLow(
            Row row, PublishedFigure mean, Percentiles percentiles) {
        var least = percentiles.leastMean();
        return least.above(Quantity.of(mean))
                ? Optional.of(
                        new Objection.MeanTooLow(
                                row.name(), mean.value(), percentiles.published(), least.value()))
                : Optional.empty();
    }

    private static Optional<Objection> tooHigh(
            Row row, PublishedFigure mean, Percentiles percentiles, double tolerance) {
        var highest = percentiles.highestMean();
        return Quantity.of(mean).above(highest, tolerance)
                ? Optional.of(
                        new Objection.MeanTooHigh(
                                row.name(), mean.value(), percentiles.published(), highest.value()))
                : Optional.empty();
    }

    /// @param handler s
    private static Stream<Objection> handler(Row row, double handler) {
        var mean =
                row.mean().stream()
                        .flatMap(time -> tooFast(row, OptionalDouble.empty(), time, handler));
        var percentiles =
                row.percentiles().entrySet().stream()
                        .flatMap(p ->
                                tooFast(row, OptionalDouble.of(p.getKey()), p.getValue(), handler));
        return Stream.of(mean, percentiles, pool(row, handler), queue(row, handler))
                .flatMap(Function.identity());
    }

    private static Stream<Objection> tooFast(
            Row row, OptionalDouble percent, PublishedFigure time, double handler) {
        return Quantity.exact(handler).above(Quantity.of(time))
                ? Stream.of(
                        new Objection.FasterThanHandler(row.name(), percent, time.value(), handler))
                : Stream.empty();
    }

    private static Stream<Objection> pool(Row row, double handler) {
        if (row.setup().threads().isEmpty() || row.throughput().isEmpty()) {
            return Stream.empty();
        }
        int threads = row.setup().threads().getAsInt();
        var throughput = row.throughput().get();
        double maxThroughput = threads / handler;
        return Quantity.of(throughput).above(Quantity.exact(maxThroughput))
                ? Stream.of(
                        new Objection.FasterThanPool(
                                row.name(), throughput.value(), threads, handler, maxThroughput))
                : Stream.empty();
    }

    /// The users of a pool complete `users / (mean + think)` requests per second, and the pool at
    /// most `threads / handler`. Where throughput was published, it is compared with both.
    ///
    /// Source: Denning and Buzen, *The Operational Analysis of Queueing Network Models* (1978), on
    /// the bounds of terminal-driven systems.
    private static Stream<Objection> queue(Row row, double handler) {
        var setup = row.setup();
        if (setup.users().isEmpty() || setup.threads().isEmpty() || row.throughput().isPresent()) {
            return Stream.empty();
        }
        int users = setup.users().getAsInt();
        int threads = setup.threads().getAsInt();
        double think = setup.thinkTime().value();
        double minimum = users * handler / threads - think;
        var percentiles = Percentiles.of(row);
        var mean = row.mean().map(Quantity::of).orElseGet(percentiles::highestMean);
        var response =
                row.mean()
                        .<MeanResponse>map(time -> new MeanResponse.Published(time.value()))
                        .orElseGet(() ->
                                new MeanResponse.AtMost(mean.value(), percentiles.published()));
        return Quantity.exact(minimum).above(mean)
                ? Stream.of(
                        new Objection.FasterThanQueue(
                                row.name(), response, users, threads, handler, think, minimum))
                : Stream.empty();
    }
}
