package dev.loombench.report.json;

import dev.loombench.analysis.Analysis;
import dev.loombench.report.json.RunDocument.EventsJson;
import dev.loombench.report.json.RunDocument.VariantJson;
import dev.loombench.stats.Interval;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// The report as CSV (RFC 4180), one row per variant; docs/output.md describes the columns. A cell
/// without evidence is empty.
public final class CsvReport {
    private static final String HEADER =
            "experiment,variant,server,model,trials_completed,trials_failed,throughput_per_second,"
                    + "p50_millis,p90_millis,p99_millis,p999_millis,max_millis,arriving_p99_millis,arriving_p999_millis,cpu_per_request_micros,"
                    + "instructions_per_request,cycles_per_request,context_switches_per_request,"
                    + "cpu_migrations_per_request,"
                    + "peak_rss_bytes,threads,errors,verdict,ratio,ratio_low,ratio_high,modes,elapsed_millis";

    private CsvReport() {}

    /// @return the header and the rows
    public static List<String> of(Analysis analysis, Path results) {
        var document = RunDocument.of(analysis, results.toString());
        var lines = new ArrayList<String>();
        lines.add(HEADER);
        for (var row : document.variants()) {
            lines.add(line(document.experiment(), row));
        }
        return lines;
    }

    private static String line(String experiment, VariantJson row) {
        var ratio = row.comparison().ratio();
        return String.join(
                ",",
                Csv.text(experiment),
                Csv.text(row.name()),
                Csv.text(row.server()),
                Csv.text(row.model()),
                String.valueOf(row.trialsCompleted()),
                String.valueOf(row.trialsFailed()),
                cell(row.throughputPerSecond()),
                latency(row, LatencyJson::p50Millis),
                latency(row, LatencyJson::p90Millis),
                latency(row, LatencyJson::p99Millis),
                latency(row, LatencyJson::p999Millis),
                latency(row, LatencyJson::maxMillis),
                cell(row.arrivingRequest(), LatencyJson::p99Millis),
                cell(row.arrivingRequest(), LatencyJson::p999Millis),
                cell(row.cpuPerRequestMicros()),
                event(row, EventsJson::instructions),
                event(row, EventsJson::cycles),
                event(row, EventsJson::contextSwitches),
                event(row, EventsJson::cpuMigrations),
                cell(row.peakRssBytes()),
                cell(row.threads()),
                row.errors().isPresent() ? String.valueOf(row.errors().getAsLong()) : "",
                row.comparison().verdict(),
                cell(ratio, Interval::point),
                cell(ratio, Interval::low),
                cell(ratio, Interval::high),
                row.comparison().modes().map(CsvReport::modes).orElse(""),
                cell(row.elapsedMillis()));
    }

    /// `5 blocks at 1.003; 2 blocks at 0.6`.
    private static String modes(ModesJson modes) {
        return modes.modes().stream()
                .map(m -> "%d blocks at %s".formatted(m.blocks(), decimal(m.ratio())))
                .collect(Collectors.joining("; "));
    }

    private static String latency(VariantJson row, ToDoubleFunction<LatencyJson> reading) {
        return cell(row.responseTime(), reading);
    }

    private static String event(VariantJson row, Function<EventsJson, OptionalDouble> event) {
        return row.eventsPerRequest().map(event).map(CsvReport::cell).orElse("");
    }

    private static <T> String cell(Optional<T> from, ToDoubleFunction<T> reading) {
        return from.map(v -> decimal(reading.applyAsDouble(v))).orElse("");
    }

    /// A plain decimal: not every reader of CSV accepts `1.7410048E8` as a number.
    private static String decimal(double value) {
        return new BigDecimal(String.valueOf(value)).stripTrailingZeros().toPlainString();
    }

    private static String cell(OptionalDouble value) {
        return value.isPresent() ? decimal(value.getAsDouble()) : "";
    }
}
