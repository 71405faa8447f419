package dev.loombench.analysis.audit;

import dev.loombench.experiment.article.PublishedFigure;
import dev.loombench.experiment.article.PublishedFigures.Row;
import java.util.Optional;
import java.util.stream.Stream;

/// Little's law for the users of a row: `users = throughput * (response + think)`.
///
/// Where the mean response time was not published, it is at least the handler's time and what the
/// percentiles allow, and at most what they allow with the maximum.
record UsersInFlight(Row row, int users, PublishedFigure throughput) {

    static Stream<Objection> of(Row row) {
        if (row.setup().users().isEmpty() || row.throughput().isEmpty()) {
            return Stream.empty();
        }
        var law = new UsersInFlight(row, row.setup().users().getAsInt(), row.throughput().get());
        return row.mean()
                .map(law::objections)
                .orElseGet(() -> Stream.concat(law.tooMany().stream(), law.tooFew().stream()));
    }

    private Stream<Objection> objections(PublishedFigure mean) {
        var inFlight = inFlight(Quantity.of(mean));
        return inFlight.above(stated()) || stated().above(inFlight)
                ? Stream.of(objection(new MeanResponse.Published(mean.value())))
                : Stream.empty();
    }

    /// With the least mean.
    private Optional<Objection> tooMany() {
        var percentiles = Percentiles.of(row);
        var least = percentiles.leastMean();
        var handler = row.setup().handler().filter(time -> time.value() >= least.value());
        var response =
                handler.<MeanResponse>map(time -> new MeanResponse.OfHandler(time.value()))
                        .orElseGet(() ->
                                new MeanResponse.AtLeast(least.value(), percentiles.published()));
        var inFlight = inFlight(handler.map(time -> Quantity.exact(time.value())).orElse(least));
        return inFlight.above(stated()) ? Optional.of(objection(response)) : Optional.empty();
    }

    /// With the highest mean.
    private Optional<Objection> tooFew() {
        var percentiles = Percentiles.of(row);
        var highest = percentiles.highestMean();
        return stated().above(inFlight(highest))
                ? Optional.of(
                        objection(
                                new MeanResponse.AtMost(highest.value(), percentiles.published())))
                : Optional.empty();
    }

    private Quantity stated() {
        return Quantity.exact(users);
    }

    private Quantity inFlight(Quantity response) {
        return new Quantity(
                inFlight(throughput.value(), response.value()),
                rounding ->
                        inFlight(throughput.low(rounding), response.low().applyAsDouble(rounding)),
                rounding ->
                        inFlight(
                                throughput.high(rounding),
                                response.high().applyAsDouble(rounding)));
    }

    private double inFlight(double perSecond, double response) {
        return perSecond * (response + think());
    }

    private double think() {
        return row.setup().thinkTime().value();
    }

    private Objection objection(MeanResponse response) {
        return new Objection.UsersNotInFlight(
                row.name(),
                users,
                inFlight(throughput.value(), response.time()),
                throughput.value(),
                response,
                think());
    }
}
