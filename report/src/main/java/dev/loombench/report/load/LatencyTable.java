package dev.loombench.report.load;

import dev.loombench.analysis.trial.Latency;
import dev.loombench.export.PageTable;
import dev.loombench.report.ArrivingText;
import dev.loombench.report.Format;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/// The latencies of a load as a table: a row per percentile, with the number of responses beyond
/// it. A closed load has the service time and that of an arriving request, whose percentiles above
/// the median are counted, another one the response time and the service time.
final class LatencyTable {
    private static final String BEYOND = "responses beyond";

    private LatencyTable() {}

    static PageTable of(Latency latency) {
        return latency.arriving()
                .map(arriving -> closed(latency, arriving))
                .orElseGet(() -> open(latency));
    }

    private static PageTable open(Latency latency) {
        var response = latency.responseTime();
        var service = latency.serviceTime();
        var rows = new ArrayList<List<String>>();
        for (var reported : ReportedPercentile.values()) {
            rows.add(
                    List.of(
                            reported.label(),
                            reported.text(response),
                            reported.text(service),
                            reported.beyondText(latency)));
        }
        rows.add(List.of("mean", mean(response), mean(service), ""));
        return PageTable.ofTexts(List.of("", "response time", "service time", BEYOND), rows);
    }

    private static PageTable closed(Latency latency, Histogram arriving) {
        var service = latency.serviceTime();
        var rows = new ArrayList<List<String>>();
        for (var reported : ReportedPercentile.values()) {
            rows.add(
                    List.of(
                            reported.label(),
                            reported.text(service),
                            latency.isBound(reported.percent()) ? reported.text(arriving) : "",
                            reported.beyondText(latency)));
        }
        rows.add(List.of("mean", mean(service), "", ""));
        return PageTable.ofTexts(List.of("", "service time", ArrivingText.REQUEST, BEYOND), rows);
    }

    private static String mean(Histogram histogram) {
        return histogram.getTotalCount() == 0
                ? Format.MISSING
                : ReportedPercentile.text(histogram.getMean());
    }
}
