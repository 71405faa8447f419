package dev.loombench.report.scope;

import dev.loombench.report.Format;
import dev.loombench.text.Figures;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Replay;
import java.time.Duration;
import java.util.Locale;

/// Recorded arrivals in words.
public final class ReplayText {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private ReplayText() {}

    /// As in `replay of access.log (12,345 arrivals over 1.00 h, times in steps of 1ms) at 2 times
    /// its speed, 6.86 requests/s on average`.
    public static String of(Replay replay, LoadModel.Open load) {
        double rate = load.rate().at(0);
        return String.format(
                Locale.ROOT,
                "replay of %s (%s over %s, times %s) at %s times its speed, %s requests/s on average",
                TextSanitizer.of(replay.file().toString()),
                Figures.counted(replay.arrivals(), "arrival"),
                Format.time((double) replay.length().toNanos()),
                replay.resolution().compareTo(SECOND) >= 0
                        ? "within each second at random, seed " + replay.seed()
                        : "in steps of " + Units.text(replay.resolution()),
                Figures.number(rate / replay.rate()),
                Figures.number(rate));
    }
}
