package dev.loombench.load.command;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.number;
import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;

import dev.loombench.load.api.Result;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.PacingText;
import dev.loombench.load.result.ResponsesBeyond;
import dev.loombench.load.result.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/// A result in lines of text: first why it is invalid and what it hides, then its figures.
final class ResultText {
    private ResultText() {}

    static List<String> lines(MeasuredLoad measured) {
        var result = measured.result();
        var lines = new ArrayList<String>();
        for (var problem : measured.problems()) {
            lines.add(
                    "%s: %s (%s)"
                            .formatted(
                                    problem.severity().label(),
                                    problem.message(),
                                    problem.kind().id()));
        }
        var load = result.measured();
        var counts = load.counts();
        lines.add(measured.url() + result.connectTo().map(" at "::concat).orElse(""));
        lines.add(
                row(
                        "measured",
                        time((double) load.window().nanos())
                                + (result.complete() ? "" : ", interrupted")));
        lines.add(
                row(
                        "requests",
                        "%,d sent, %,d succeeded, %,d failed"
                                .formatted(counts.sent(), counts.succeeded(), counts.failed())));
        if (!counts.errors().isEmpty()) {
            lines.add(row("errors", listed(counts.errors())));
        }
        load.events()
                .ifPresent(events ->
                        events.faults()
                                .forEach((kind, found) ->
                                        lines.add(row("found", kind + ": " + found))));
        lines.add(row("throughput", number(result.throughput()) + " responses/s"));
        latency("response time", result.responseTime(), 50, lines);
        latency("service time", result.serviceTime(), 50, lines);
        result.arrivingRequest().ifPresent(times -> latency("arriving", times, 90, lines));
        if (result.responseTime().getTotalCount() > 0) {
            lines.add(row("beyond", beyond(result)));
        }
        load.connections().tls().ifPresent(tls -> lines.add(row("tls", tls(tls))));
        load.connections()
                .streams()
                .ifPresent(streams -> lines.add(row("streams", streams(streams))));
        var generator = load.generator();
        lines.add(
                row(
                        "generator",
                        "%s, %s, %s, busy %s"
                                .formatted(
                                        generator.transport(),
                                        counted(generator.threads(), "thread"),
                                        PacingText.of(generator),
                                        percent(generator.busyShare()))));
        return lines;
    }

    private static String tls(LoadResult.Tls tls) {
        return "%s by %s%s%s"
                .formatted(
                        tls.agreed().isEmpty() ? "no handshake" : tls.agreed(),
                        tls.engine(),
                        tls.verified() ? "" : "; certificates were not checked",
                        codes("connections ended by the alert", tls.alerts()));
    }

    private static String streams(Streams streams) {
        return "%,d per connection%s%s%s"
                .formatted(
                        streams.perConnection(),
                        streams.isLimited()
                                ? ", the server allows %,d".formatted(streams.usable())
                                : "",
                        codes("connections ended with", streams.errorCodes().goAway()),
                        codes("requests reset with", streams.errorCodes().reset()));
    }

    /// Empty without any.
    private static String codes(String what, Map<String, Long> codes) {
        return codes.isEmpty() ? "" : "; %s %s".formatted(what, listed(codes));
    }

    private static String row(String label, String text) {
        return "  %-15s%s".formatted(label, text);
    }

    /// As in `reset 1, timeout 3`.
    private static String listed(Map<String, Long> numbers) {
        return new TreeMap<>(numbers)
                .entrySet().stream()
                        .map(e -> "%s %,d".formatted(e.getKey(), e.getValue()))
                        .collect(Collectors.joining(", "));
    }

    /// Nothing where there was no response.
    ///
    /// @param from the lowest percentile that is shown
    private static void latency(String label, Histogram times, double from, List<String> lines) {
        if (times.getTotalCount() == 0) {
            return;
        }
        var percentiles = percentiles(from, p -> time((double) times.getValueAtPercentile(p)));
        lines.add(row(label, percentiles + "  max " + time((double) times.getMaxValue())));
    }

    /// `p50 1,000 p90 200 p99 20 p99.9 2 responses`.
    private static String beyond(Result result) {
        return percentiles(
                        50, p -> "%,d".formatted(ResponsesBeyond.whole(result.responsesBeyond(p))))
                + " responses";
    }

    private static String percentiles(double from, DoubleFunction<String> figure) {
        return DoubleStream.of(50, 90, 99, 99.9)
                .filter(p -> p >= from)
                .mapToObj(p ->
                        "p%s %s".formatted(number(p).replaceFirst("\\.?0+$", ""), figure.apply(p)))
                .collect(Collectors.joining("  "));
    }
}
