package dev.loombench.report;

import dev.loombench.analysis.validity.PercentileFinding;
import dev.loombench.analysis.validity.QueueFinding;
import dev.loombench.analysis.validity.TailFinding;

/// Findings about windows that are too short for a percentile, in words.
final class PercentileFindingText {
    private PercentileFindingText() {}

    static FindingText of(PercentileFinding finding) {
        return switch (finding) {
            case QueueFinding queue -> of(queue);
            case TailFinding tail -> of(tail);
        };
    }

    private static FindingText of(TailFinding finding) {
        var percentile = finding.percentile().label();
        return new FindingText(
                "%s: %,d responses in a window of %.0f s, of which %.1f lie beyond %s"
                        .formatted(
                                finding.variant(),
                                finding.fewest(),
                                finding.windowSeconds(),
                                TailFinding.beyond(finding.fewest(), finding.percentile()),
                                percentile),
                "its %s is one of the few longest, hardly more than chance; from ten beyond it is judged"
                        .formatted(percentile),
                "use a longer window (%s), or judge by a lower percentile"
                        .formatted(LongerRun.window(finding.sufficient())));
    }

    private static FindingText of(QueueFinding finding) {
        var percentile = finding.strictest().label();
        return new FindingText(
                "%s: its queue fills and empties slowly: about %s of load count as one independent observation of its response time, and the windows of %.0f s have about %.0f"
                        .formatted(
                                finding.variant(),
                                seconds(finding.secondsEach()),
                                finding.windowSeconds(),
                                finding.perWindow()),
                "the windows are too short for its %s, which may be far off, and its interval too narrow"
                        .formatted(percentile),
                "use a longer window (%s), or a lower rate"
                        .formatted(LongerRun.window(finding.sufficient())));
    }

    private static String seconds(double seconds) {
        return seconds < 1 ? "%.0f ms".formatted(1000 * seconds) : "%.1f s".formatted(seconds);
    }
}
