package dev.loombench.load.command;

import static dev.loombench.text.Figures.time;

import dev.loombench.load.api.Result;
import dev.loombench.load.result.ArrivingRequest;
import dev.loombench.load.text.LoadRow;
import dev.loombench.load.text.LoadRows;
import dev.loombench.load.text.ReportedPercentile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/// A result in lines of text: first why it is invalid and what it hides, then its figures.
final class ResultText {
    private ResultText() {}

    static List<String> lines(MeasuredLoad load) {
        var lines = new ArrayList<String>();
        for (var problem : load.problems()) {
            lines.add(
                    "%s: %s (%s)"
                            .formatted(
                                    problem.severity().label(),
                                    problem.message(),
                                    problem.kind().id()));
        }
        lines.add(load.target());
        rows(load).forEach(row -> add(row, lines));
        latencies(load.result()).forEach(row -> add(row, lines));
        return lines;
    }

    /// The rows without the latencies.
    static List<LoadRow> rows(MeasuredLoad load) {
        var result = load.result();
        var rows = new ArrayList<LoadRow>();
        rows.add(
                LoadRow.of(
                        "measured",
                        time((double) result.measured().window().nanos())
                                + (result.complete() ? "" : ", interrupted")));
        rows.addAll(LoadRows.of(result.measured(), Optional.empty(), List.of()));
        return rows;
    }

    private static void add(LoadRow row, List<String> lines) {
        var label = row.name();
        for (var text : row.lines()) {
            lines.add("  %-15s%s".formatted(label, text));
            label = "";
        }
    }

    /// Nothing where there was no response.
    private static List<LoadRow> latencies(Result result) {
        var sent = result.responseTime();
        if (sent.getTotalCount() == 0) {
            return List.of();
        }
        var arriving = result.arrivingRequest();
        var rows = new ArrayList<LoadRow>();
        rows.add(latency("response time", sent));
        rows.add(latency("service time", result.serviceTime()));
        arriving.ifPresent(times ->
                rows.add(
                        LoadRow.of(
                                "arriving",
                                shown().filter(p -> ArrivingRequest.judges(p.percent()))
                                        .map(figure(p -> p.text(times)))
                                        .collect(Collectors.joining("  ")))));
        rows.add(
                LoadRow.of(
                        "beyond",
                        shown().filter(p -> p != ReportedPercentile.MAX)
                                        .map(figure(p -> p.beyondText(sent, arriving)))
                                        .collect(Collectors.joining("  "))
                                + " responses"));
        return rows;
    }

    private static LoadRow latency(String label, Histogram times) {
        return LoadRow.of(
                label, shown().map(figure(p -> p.text(times))).collect(Collectors.joining("  ")));
    }

    private static Stream<ReportedPercentile> shown() {
        return Stream.of(
                ReportedPercentile.P50,
                ReportedPercentile.P90,
                ReportedPercentile.P99,
                ReportedPercentile.P999,
                ReportedPercentile.MAX);
    }

    /// `p99 80.0 ms`
    private static Function<ReportedPercentile, String> figure(
            Function<ReportedPercentile, String> text) {
        return percentile -> percentile.label() + " " + text.apply(percentile);
    }
}
