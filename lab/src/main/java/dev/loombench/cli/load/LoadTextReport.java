package dev.loombench.cli.load;

import static dev.loombench.report.Format.time;
import static java.util.Locale.ROOT;

import dev.loombench.analysis.validity.Consequences;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.cli.agent.AgentTable;
import dev.loombench.load.result.LoadResult;
import dev.loombench.report.ArrivingText;
import dev.loombench.report.ConsequenceText;
import dev.loombench.report.Format;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.LatencyHistogramText;
import dev.loombench.report.text.LineWrapper;
import dev.loombench.report.text.Table;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.LoadProfile;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.text.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/// The figures of a load as text: why they are invalid, the requested load, the results, the
/// latencies.
final class LoadTextReport {
    /// Width of the rows' names.
    private static final int NAMES = 13;

    private final LoadSummary summary;
    private final LoadResult result;
    private final AnsiStyle paint;
    private final int width;
    private final List<String> lines = new ArrayList<>();

    private LoadTextReport(LoadSummary summary, AnsiStyle paint, int width) {
        this.summary = summary;
        this.result = summary.result();
        this.paint = paint;
        this.width = width;
    }

    /// @param width of the terminal, columns
    static String of(LoadSummary summary, AnsiStyle paint, int width) {
        var text = new LoadTextReport(summary, paint, width);
        text.warnings();
        text.lines.addAll(LineWrapper.at(width, "", heading(summary.request())));
        text.figures();
        text.requests();
        text.agents();
        text.latencies();
        text.arrivalsOmitted();
        text.distribution();
        return String.join("\n", text.lines) + "\n";
    }

    private void warnings() {
        summary.interruption()
                .ifPresent(
                        i -> warning("INTERRUPTED: " + i + "; the figures are of that time", ""));
        Consequences.of(summary.problems()).forEach(this::warning);
        if (!lines.isEmpty()) {
            lines.add("");
        }
    }

    private void warning(Consequences group) {
        var text = group.cause().ofLoad();
        warning(
                "INVALID: " + text.message(),
                "Impact: %s. Remedy: %s.%s"
                        .formatted(
                                text.impact(),
                                text.remedy(),
                                ConsequenceText.ofInvalid(group.findings())
                                        .map(also -> " " + also)
                                        .orElse("")));
    }

    private void warning(String text, String explanation) {
        LineWrapper.at(width, "", Format.plain(text))
                .forEach(line -> lines.add(paint.bad(paint.bold(line))));
        if (!explanation.isEmpty()) {
            lines.addAll(LineWrapper.at(width, "  ", Format.plain(explanation)));
        }
    }

    private static String heading(LoadRequest request) {
        var model =
                switch (request.model()) {
                    case LoadModel.Open(var rate, var arrival, var connections) ->
                            String.format(
                                    ROOT,
                                    "open model, %s requests/s, %s arrivals, %,d connections",
                                    level(rate),
                                    arrival.name().toLowerCase(ROOT),
                                    connections);
                    case LoadModel.Closed(var users, var thinkTime) ->
                            String.format(
                                    ROOT,
                                    "closed model, %s users%s",
                                    level(users),
                                    thinkTime.isZero() ? "" : ", think time " + thinkTime.text());
                    case LoadModel.HeldConnections(var connections, var connectRate) ->
                            String.format(
                                    ROOT,
                                    "%,d connections held, opened at %s/s",
                                    connections,
                                    Format.number(connectRate));
                };
        return String.format(
                "%s %s: %s%s, %s%s after a warm-up of %s",
                requestKind(request.traffic()),
                Format.plain(request.url().text()),
                model,
                request.traffic().connections().keepAlive() ? "" : ", one connection per request",
                request.requestCount().isPresent()
                        ? String.format(
                                ROOT,
                                "%,d requests in at most ",
                                request.requestCount().getAsLong())
                        : "",
                Units.text(request.duration()),
                Units.text(request.warmUp()));
    }

    /// One level, or the profile as it was written.
    private static String level(LoadProfile profile) {
        return profile.points().size() > 1
                ? profile.text()
                : number(profile.points().getFirst().level());
    }

    private static String number(double level) {
        return level == Math.rint(level)
                ? String.format(ROOT, "%,.0f", level)
                : Format.number(level);
    }

    private static String requestKind(TrafficSpec traffic) {
        if (traffic.isMix()) {
            return String.format(ROOT, "%,d requests mixed to", traffic.requests().size());
        }
        return switch (traffic.protocol()) {
            case HTTP -> Format.plain(traffic.requests().getFirst().method());
            case LINE -> "lines to";
        };
    }

    private void figures() {
        lines.add("");
        var counts = result.counts();
        row("throughput", paint.bold(Format.number(summary.throughput()) + " good responses/s"));
        row(
                "requests",
                String.format(
                        ROOT,
                        "%,d sent, %,d succeeded, %,d failed, %,d unfinished",
                        counts.sent(),
                        counts.succeeded(),
                        counts.failed(),
                        counts.unfinished()));
        if (!counts.errors().isEmpty()) {
            row(
                    "errors",
                    paint.bad(RequestTable.errors(counts.errors()) + statuses(counts.statuses())));
        }
        row("connections", connections(result.connections()));
        if (result.connections().connectTime().getTotalCount() > 0) {
            row("connect time", summaryOf(result.connections().connectTime()));
        }
        row("received", bytes((double) counts.bytes()) + ", " + bytes(summary.bandwidth()) + "/s");
        row("generator", generator(summary));
        row("", generatorUse(summary.result().generator()));
        row("send lag", summaryOf(result.generator().sendLag()) + lateArrivals(result.generator()));
        summary.server()
                .ifPresent(server -> {
                    rows("server", ServerText.lines(server));
                    rows("threads", ServerText.waits(server));
                });
    }

    private void requests() {
        if (!result.requests().isEmpty()) {
            lines.add("");
            RequestTable.lines(result.requests()).forEach(row -> lines.add("  " + row));
        }
    }

    private void agents() {
        if (summary.agents().isEmpty()) {
            return;
        }
        for (var block : AgentTable.blocks(summary.agents(), width - 2)) {
            lines.add("");
            block.forEach(row -> lines.add("  " + row));
        }
    }

    private static String statuses(Map<Integer, Long> statuses) {
        return statuses.isEmpty()
                ? ""
                : new TreeMap<>(statuses)
                        .entrySet().stream()
                                .map(e -> String.format(ROOT, "%d: %,d", e.getKey(), e.getValue()))
                                .collect(Collectors.joining(", ", " (", ")"));
    }

    private static String connections(LoadResult.Connections connections) {
        return String.format(
                ROOT,
                "%,d requested, %,d established, %,d reconnects%s%s",
                connections.requested(),
                connections.established(),
                connections.reconnects(),
                connections.timedOut() == 0
                        ? ""
                        : String.format(ROOT, " (%,d after a time-out)", connections.timedOut()),
                connections.earlyResponses() == 0
                        ? ""
                        : String.format(
                                ROOT,
                                "; %,d closed by a response before the whole request was sent",
                                connections.earlyResponses()));
    }

    private static String bytes(double bytes) {
        return Format.bytes(OptionalDouble.of(bytes));
    }

    private static String generator(LoadSummary summary) {
        var generator = summary.result().generator();
        double cpuNanos = summary.generatorCpuNanos();
        return String.format(
                ROOT,
                "%s, %s CPU per request",
                settings(generator),
                Double.isNaN(cpuNanos) ? Format.MISSING : time(cpuNanos));
    }

    private static String generatorUse(LoadResult.Generator generator) {
        return String.format(
                ROOT,
                "busy %.0f %% of the time%s%s",
                100 * generator.busyShare(),
                generator.runQueueWaitShare().isPresent()
                        ? String.format(
                                ROOT,
                                ", waited for CPU %.0f %%",
                                100 * generator.runQueueWaitShare().getAsDouble())
                        : "",
                stalls(generator.stalls()));
    }

    private static String stalls(LoadResult.Stalls stalls) {
        var stalled =
                stalls.count() == 0
                        ? ""
                        : String.format(
                                ROOT, ", stalled for %s", time((double) stalls.totalNanos()));
        return stalls.suspendedNanos() == 0
                ? stalled
                : stalled + ", suspended for " + time((double) stalls.suspendedNanos());
    }

    /// As in `nio (the kernel has no io_uring), 2 threads, pacing 1ms`.
    private static String settings(LoadResult.Generator generator) {
        var reason = generator.transportReason();
        return generator.transport()
                + (reason.isEmpty() ? "" : " (" + reason + ")")
                + (generator.threads() == 1 ? "" : ", " + generator.threads() + " threads")
                + (generator.pacing().equals("closed-loop")
                        ? ""
                        : ", pacing " + generator.pacing());
    }

    private static String summaryOf(Histogram histogram) {
        return "p50 %s, p99 %s, max %s"
                .formatted(
                        percentile(ReportedPercentile.P50, histogram),
                        percentile(ReportedPercentile.P99, histogram),
                        percentile(ReportedPercentile.MAX, histogram));
    }

    private static String lateArrivals(LoadResult.Generator generator) {
        return generator.lateArrivals().isPresent()
                ? String.format(ROOT, "; %,d late arrivals", generator.lateArrivals().getAsLong())
                : "";
    }

    private void latencies() {
        var latency = summary.latency();
        var table =
                latency.arriving()
                        .map(arriving -> closed(latency.serviceTime(), arriving))
                        .orElseGet(() -> open(latency.responseTime(), latency.serviceTime()));
        lines.add("");
        var rows = table.lines();
        lines.add("  " + paint.faint(rows.getFirst()));
        rows.stream().skip(1).forEach(row -> lines.add("  " + row));
    }

    private static Table open(Histogram response, Histogram service) {
        var table = new Table().row("", "response time", "service time");
        for (var reported : ReportedPercentile.values()) {
            table.row(
                    reported.label(),
                    percentile(reported, response),
                    percentile(reported, service));
        }
        return table.row("mean", mean(response), mean(service));
    }

    private Table closed(Histogram service, Histogram arriving) {
        var table = new Table().row("", "service time", ArrivingText.REQUEST);
        for (var reported : ReportedPercentile.values()) {
            table.row(
                    reported.label(),
                    percentile(reported, service),
                    summary.latency().isBound(reported.percent())
                            ? percentile(reported, arriving)
                            : "");
        }
        return table.row("mean", mean(service), "");
    }

    /// A note, with its impact and remedy.
    private void arrivalsOmitted() {
        summary.arrivalsOmitted()
                .map(Finding::ofLoad)
                .ifPresent(text -> {
                    lines.add("");
                    lines.addAll(LineWrapper.at(width, "  ", "note: " + text.sentences()));
                });
    }

    private void distribution() {
        boolean closed = ArrivingText.isClosed(summary.request().model());
        var times = closed ? summary.serviceTime() : summary.responseTime();
        if (times.getTotalCount() == 0) {
            return;
        }
        lines.add("");
        lines.add(
                "  "
                        + paint.faint(
                                "%s time up to, and the share of requests in that range"
                                        .formatted(closed ? "service" : "response")));
        lines.addAll(LatencyHistogramText.of(times, paint, width));
    }

    private static String percentile(ReportedPercentile reported, Histogram histogram) {
        return histogram.getTotalCount() == 0
                ? Format.MISSING
                : microseconds((double) reported.of(histogram));
    }

    private static String mean(Histogram histogram) {
        return histogram.getTotalCount() == 0 ? Format.MISSING : microseconds(histogram.getMean());
    }

    /// The recorder resolves 1 us.
    private static String microseconds(double nanos) {
        return nanos < 1_000 ? "<1 µs" : time(nanos);
    }

    private void row(String name, String value) {
        lines.add(("%-" + NAMES + "s").formatted(name) + value);
    }

    /// A row of several sentences, each on lines of its own.
    private void rows(String name, List<String> sentences) {
        var label = name;
        for (var sentence : sentences) {
            for (var line : LineWrapper.at(width - NAMES, "", sentence)) {
                row(label, line);
                label = "";
            }
        }
    }
}
