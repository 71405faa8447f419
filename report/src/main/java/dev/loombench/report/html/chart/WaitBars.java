package dev.loombench.report.html.chart;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.report.html.chart.WaitBar.Segment;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The bars of all variants, on one scale and with one colour per call.
public final class WaitBars {
    /// Calls with a colour of their own; the others are one segment.
    private static final int CALLS = 6;

    private final List<String> calls;
    private final double most;

    /// @param calls with a colour, most requests first
    /// @param most requests for the full width
    private WaitBars(List<String> calls, double most) {
        this.calls = calls;
        this.most = most;
    }

    public static WaitBars of(Analysis analysis) {
        var reasons =
                analysis.variants().stream()
                        .flatMap(v -> v.bottleneck().reason().stream())
                        .toList();
        var counts = new HashMap<String, Integer>();
        reasons.stream()
                .flatMap(r -> r.waits().stream())
                .flatMap(w -> w.locations().stream())
                .forEach(l -> counts.merge(l.call(), l.count(), Integer::sum));
        var calls =
                counts.entrySet().stream()
                        .sorted(
                                Map.Entry.<String, Integer>comparingByValue()
                                        .reversed()
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .map(Map.Entry::getKey)
                        .limit(CALLS)
                        .toList();
        return new WaitBars(
                calls, Math.max(1, reasons.stream().mapToInt(WaitBars::requests).max().orElse(1)));
    }

    /// @return empty without waiting requests
    public List<WaitBar> of(ConcurrencyReason reason) {
        return reason.waits().filter(w -> !w.locations().isEmpty()).stream()
                .map(w -> bar(reason, w))
                .toList();
    }

    /// The requests of the load, or those that wait where their number is open.
    private static int requests(ConcurrencyReason reason) {
        int waiting = reason.waits().map(RequestWaits::total).orElse(0);
        return Math.max(waiting, reason.users().orElse(0));
    }

    private WaitBar bar(ConcurrencyReason reason, RequestWaits waits) {
        var segments = new ArrayList<Segment>();
        int at = 0;
        for (var location : waits.locations()) {
            int colour = calls.indexOf(location.call());
            if (colour >= 0) {
                segments.add(segment("call" + colour, at, location.count(), name(location)));
                at += location.count();
            }
        }
        if (at < waits.total()) {
            segments.add(segment("others", at, waits.total() - at, "in other calls"));
        }
        return new WaitBar(
                "%s wait in %s"
                        .formatted(
                                Figures.counted(waits.total(), "request"),
                                Figures.counted(waits.locations().size(), "call")),
                Axis.percent(requests(reason) / most),
                segments);
    }

    private Segment segment(String kind, int at, int count, String call) {
        return new Segment(
                kind,
                Axis.percent(at / most),
                Axis.percent(count / most),
                Figures.whole(count),
                call);
    }

    private static String name(WaitLocation location) {
        return plain(StackFrames.withoutLambda(location.call()))
                + location.permits().map(_ -> " for a permit").orElse("");
    }
}
