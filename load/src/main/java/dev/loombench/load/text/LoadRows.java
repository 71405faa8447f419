package dev.loombench.load.text;

import static dev.loombench.text.Figures.byName;
import static dev.loombench.text.Figures.bytes;
import static dev.loombench.text.Figures.time;
import static java.util.Locale.ROOT;

import dev.loombench.load.result.ErrorNames;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.PacingText;
import dev.loombench.load.result.Streams;
import dev.loombench.text.Figures;
import dev.loombench.text.Units;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/// The figures of a load in named rows: throughput, requests, connections, the generator.
public final class LoadRows {
    private LoadRows() {}

    /// @param deadline within which a response is good; empty without one
    /// @param notesOnStreams what the streams of HTTP/2 mean for the figures
    public static List<LoadRow> of(
            LoadResult result, Optional<Duration> deadline, List<String> notesOnStreams) {
        var counts = result.counts();
        var rows = new ArrayList<LoadRow>();
        rows.add(LoadRow.of("throughput", throughput(result, deadline)));
        rows.add(LoadRow.of("requests", requests(counts)));
        deadline.ifPresent(_ -> rows.add(LoadRow.of("deadline", missed(counts))));
        if (!counts.errors().isEmpty()) {
            var errors = byName(ErrorNames.of(result));
            rows.add(LoadRow.of("errors", errors + statuses(counts.statuses())));
        }
        result.events().ifPresent(events -> addEvents(events, rows));
        rows.add(LoadRow.of("connections", connections(result.connections())));
        result.connections()
                .streams()
                .ifPresent(streams -> rows.addAll(streams(streams, notesOnStreams)));
        var connectTime = result.connections().connectTime();
        if (connectTime.getTotalCount() > 0) {
            rows.add(LoadRow.of("connect time", summaryOf(connectTime)));
        }
        result.connections().tls().ifPresent(tls -> rows.addAll(tls(tls, result)));
        rows.add(
                LoadRow.of(
                        "received",
                        bytes((double) counts.bytes())
                                + ", "
                                + bytes(counts.bytes() / result.window().seconds())
                                + "/s"));
        rows.add(LoadRow.of("generator", generator(result), generatorUse(result.generator())));
        rows.add(
                LoadRow.of(
                        "send lag",
                        summaryOf(result.generator().sendLag()) + lateArrivals(result)));
        return rows;
    }

    /// `99.0 good responses/s; response time p50 10.0 ms, p99 80.0 ms.`
    ///
    /// @param closed whether the service time is shown in place of the response time
    public static String headline(LoadResult result, Optional<Duration> deadline, boolean closed) {
        var times = closed ? result.serviceTime() : result.responseTime();
        return "%s; %s time p50 %s, p99 %s."
                .formatted(
                        throughput(result, deadline),
                        closed ? "service" : "response",
                        ReportedPercentile.P50.text(times),
                        ReportedPercentile.P99.text(times));
    }

    private static String throughput(LoadResult result, Optional<Duration> deadline) {
        return Figures.number(result.counts().succeededInWindow() / result.window().seconds())
                + " good responses/s"
                + deadline.map(time -> " within " + Units.text(time)).orElse("");
    }

    /// As in `300 missed (30 %): 200 not sent, 100 with a later response`.
    private static String missed(LoadResult.Counts counts) {
        return String.format(
                ROOT,
                "%,d missed (%s): %,d not sent, %,d with a later response",
                counts.deadlineMissed(),
                Figures.percent(
                        counts.sent() == 0 ? 0 : (double) counts.deadlineMissed() / counts.sent()),
                counts.deadlineUnsent(),
                counts.deadlineLate());
    }

    private static void addEvents(LoadResult.Events events, List<LoadRow> rows) {
        if (events.first().getTotalCount() > 0) {
            rows.add(
                    LoadRow.of(
                            "first event",
                            summaryOf(events.first())
                                    + counted(events.withoutEvent(), "responses had none")));
        } else if (events.withoutEvent() > 0) {
            rows.add(
                    LoadRow.of(
                            "first event",
                            String.format(
                                    ROOT,
                                    "none in %,d good responses: does the server send events here?",
                                    events.withoutEvent())));
        }
        if (events.count() > 0) {
            rows.add(
                    LoadRow.of(
                            "events",
                            String.format(ROOT, "%,d", events.count())
                                    + (events.between().getTotalCount() == 0
                                            ? ""
                                            : "; between two " + summaryOf(events.between()))));
        }
        if (events.unrequested() > 0) {
            rows.add(
                    LoadRow.of(
                            "unrequested",
                            String.format(
                                    ROOT,
                                    "%,d messages of the server that no request waited for",
                                    events.unrequested())));
        }
        if (!events.closed().isEmpty()) {
            rows.add(LoadRow.of("closed", byName(events.closed())));
        }
        if (!events.faults().isEmpty()) {
            rows.add(new LoadRow("found", found(events.faults())));
        }
    }

    /// As in `malformed: a second :status, or one after other fields`.
    private static List<String> found(Map<String, String> faults) {
        return new TreeMap<>(faults)
                .entrySet().stream().map(e -> e.getKey() + ": " + e.getValue()).toList();
    }

    private static String requests(LoadResult.Counts counts) {
        return String.format(
                ROOT,
                "%,d sent, %,d succeeded, %,d failed, %,d unfinished",
                counts.sent(),
                counts.succeeded(),
                counts.failed(),
                counts.unfinished());
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
                "%,d requested, %,d established, %,d closed%s%s",
                connections.requested(),
                connections.established(),
                connections.closed(),
                connections.timedOut() == 0
                        ? ""
                        : String.format(ROOT, " (%,d after a time-out)", connections.timedOut()),
                connections.earlyResponses() == 0
                        ? ""
                        : String.format(
                                ROOT,
                                "; %,d responses before the whole request was sent",
                                connections.earlyResponses()));
    }

    /// As in `10 per connection, the server allows 128`, and what follows from it.
    private static List<LoadRow> streams(Streams streams, List<String> notes) {
        var rows = new ArrayList<LoadRow>();
        rows.add(
                LoadRow.of(
                        "streams",
                        String.format(
                                ROOT,
                                "%,d per connection, %s%s%s%s%s%s",
                                streams.perConnection(),
                                streams.limit().isEmpty()
                                        ? "the server sets no limit"
                                        : String.format(
                                                ROOT,
                                                "the server allows %,d",
                                                streams.limit().getAsLong()),
                                counted(streams.waited(), "requests waited for one"),
                                counted(
                                        streams.goAways(),
                                        "connections closed by GOAWAY"
                                                + codes(streams.errorCodes().goAway())),
                                counted(
                                        total(streams.errorCodes().reset()),
                                        "requests reset" + codes(streams.errorCodes().reset())),
                                counted(streams.refused(), "requests refused and sent again"),
                                counted(streams.heldEnded(), "held streams ended"))));
        if (streams.firstMessage().getTotalCount() > 0) {
            rows.add(LoadRow.of("first reply", summaryOf(streams.firstMessage())));
        }
        if (!notes.isEmpty()) {
            rows.add(new LoadRow("note", notes));
        }
        return rows;
    }

    private static String counted(long count, String what) {
        return count == 0 ? "" : String.format(ROOT, "; %,d %s", count, what);
    }

    private static long total(Map<String, Long> codes) {
        return codes.values().stream().mapToLong(Long::longValue).sum();
    }

    /// As in ` (ENHANCE_YOUR_CALM 12, INTERNAL_ERROR 1)`; empty without any.
    private static String codes(Map<String, Long> codes) {
        return codes.isEmpty() ? "" : " (" + byName(codes) + ")";
    }

    /// As in `TLSv1.3 TLS_AES_256_GCM_SHA384 by openssl 3.0.17; 1,000 handshakes, 100/s, 990
    /// resumed`.
    private static List<LoadRow> tls(LoadResult.Tls tls, LoadResult result) {
        var rows = new ArrayList<LoadRow>();
        long handshakes = tls.handshakeTime().getTotalCount();
        rows.add(
                LoadRow.of(
                        "tls",
                        String.format(
                                ROOT,
                                "%s by %s%s%s%s",
                                tls.agreed().isEmpty() ? "no handshake" : tls.agreed(),
                                tls.engine(),
                                tls.engineReason().isEmpty() ? "" : " (" + tls.engineReason() + ")",
                                tls.verified() ? "" : "; certificates were not checked",
                                tls.alerts().isEmpty()
                                        ? ""
                                        : "; alerts of the server: " + byName(tls.alerts()))));
        if (handshakes > 0) {
            rows.add(
                    LoadRow.of(
                            "handshakes",
                            String.format(
                                    ROOT,
                                    "%,d, %s/s, %,d resumed; %s",
                                    handshakes,
                                    Figures.number(handshakes / result.window().seconds()),
                                    tls.resumed(),
                                    summaryOf(tls.handshakeTime()))));
        }
        return rows;
    }

    private static String generator(LoadResult result) {
        long responses = result.counts().succeededInWindow();
        var generator = result.generator();
        return String.format(
                ROOT,
                "%s, %s CPU per request",
                settings(generator),
                responses == 0 ? Figures.MISSING : time((double) generator.cpuNanos() / responses));
    }

    /// As in `nio (the kernel has no io_uring), 2 threads, pacing 1ms`.
    private static String settings(LoadResult.Generator generator) {
        var reason = generator.transportReason();
        return generator.transport()
                + (reason.isEmpty() ? "" : " (" + reason + ")")
                + (generator.threads() == 1 ? "" : ", " + generator.threads() + " threads")
                + (generator.pacing().equals("closed-loop") ? "" : ", " + PacingText.of(generator));
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

    private static String summaryOf(Histogram histogram) {
        return "p50 %s, p99 %s, max %s"
                .formatted(
                        ReportedPercentile.P50.text(histogram),
                        ReportedPercentile.P99.text(histogram),
                        ReportedPercentile.MAX.text(histogram));
    }

    /// As in `; 49 late arrivals, 49 of them with all connections in use`.
    private static String lateArrivals(LoadResult result) {
        var late = result.generator().lateArrivals();
        if (late.isEmpty()) {
            return "";
        }
        long allInUse = result.connections().allInUse();
        return "; "
                + Figures.counted(late.getAsLong(), "late arrival")
                + (allInUse == 0
                        ? ""
                        : String.format(
                                ROOT, ", %,d of them with all connections in use", allInUse));
    }
}
