package dev.loombench.report;

import static dev.loombench.report.FindingText.names;

import dev.loombench.analysis.validity.JvmFinding;
import dev.loombench.analysis.validity.JvmFinding.CarriersPinned;
import dev.loombench.analysis.validity.JvmFinding.CompilersStarved;
import dev.loombench.analysis.validity.JvmFinding.PausedByCollector;
import dev.loombench.analysis.validity.JvmFinding.StillCompiling;

/// Findings about a server's JVM, in words.
final class JvmFindingText {
    private JvmFindingText() {}

    static FindingText of(JvmFinding finding, LongerRun longer) {
        return switch (finding) {
            case StillCompiling(var variants, var share, var decides) ->
                    new FindingText(
                            "the just-in-time compilers used up to %.0f %% of the server's CPU time in the window (%s)"
                                    .formatted(100 * share, names(variants)),
                            decides
                                    ? "the verdict is about CPU work per request, which includes that of the compilers and decreases once it is done"
                                    : "CPU per request includes that work and decreases once it is done; a throughput that CPU bounds increases then",
                            "use a longer warm-up (%s)".formatted(longer.warmUpOption()));
            case CompilersStarved(var variants, var share) ->
                    new FindingText(
                            "the just-in-time compilers waited for a processor up to %.0f %% of the time in which they had work (%s)"
                                    .formatted(100 * share, names(variants)),
                            "warm-up takes several times as long, and the figures are those of code that was not compiled yet",
                            "use a lower load, or a longer warm-up (%s)"
                                    .formatted(longer.warmUpOption()));
            case PausedByCollector(var variant, var share) ->
                    new FindingText(
                            "%s: garbage collection paused the server for %.0f %% of the window"
                                    .formatted(variant, 100 * share),
                            "the figures depend on this heap and collector as much as on the thread model",
                            "use a larger heap (-Xmx) or another collector, the same in every variant");
            case CarriersPinned(var variant, var share, var waits, var path) ->
                    new FindingText(
                            "%s: virtual threads held their carriers while they waited: %.0f %% of the carriers' time, %,d waits, mostly in %s"
                                    .formatted(variant, 100 * share, waits, path),
                            "a held carrier runs no other thread: the number of carriers limits the number of such waits at once",
                            "use a ReentrantLock instead of synchronized on JDK 21, and a pool for native calls; recording.jfr in the trial's folder has every stack");
        };
    }
}
