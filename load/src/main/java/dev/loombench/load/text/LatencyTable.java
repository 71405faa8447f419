package dev.loombench.load.text;

import dev.loombench.export.PageTable;
import dev.loombench.load.result.ArrivingRequest;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/// The latencies of a load as a table: a row per percentile, with the number of responses beyond
/// it. A closed load has the service time and that of an arriving request, whose percentiles above
/// the median are counted, another one the response time and the service time.
public final class LatencyTable {
    private static final String BEYOND = "responses beyond";

    private LatencyTable() {}

    /// @param response times of the requests sent, ns
    /// @param service times of the same, ns
    /// @param arriving response times of an [arriving request][ArrivingRequest], ns; empty for a
    ///   load that is not closed
    public static PageTable of(
            Histogram response, Histogram service, Optional<Histogram> arriving) {
        return arriving.map(times -> closed(response, service, times))
                .orElseGet(() -> open(response, service));
    }

    private static PageTable open(Histogram response, Histogram service) {
        var rows = new ArrayList<List<String>>();
        for (var reported : ReportedPercentile.values()) {
            rows.add(
                    List.of(
                            reported.label(),
                            reported.text(response),
                            reported.text(service),
                            reported.beyondText(response, Optional.empty())));
        }
        rows.add(List.of("mean", mean(response), mean(service), ""));
        return PageTable.ofTexts(List.of("", "response time", "service time", BEYOND), rows);
    }

    private static PageTable closed(Histogram response, Histogram service, Histogram arriving) {
        var rows = new ArrayList<List<String>>();
        for (var reported : ReportedPercentile.values()) {
            rows.add(
                    List.of(
                            reported.label(),
                            reported.text(service),
                            ArrivingRequest.judges(reported.percent())
                                    ? reported.text(arriving)
                                    : "",
                            reported.beyondText(response, Optional.of(arriving))));
        }
        rows.add(List.of("mean", mean(service), "", ""));
        return PageTable.ofTexts(List.of("", "service time", ArrivingRequest.NAME, BEYOND), rows);
    }

    private static String mean(Histogram histogram) {
        return histogram.getTotalCount() == 0
                ? Figures.MISSING
                : ReportedPercentile.text(histogram.getMean());
    }
}
