package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.mode.Rests;
import dev.loombench.analysis.mode.RunMode;
import java.util.Locale;
import java.util.stream.Collectors;

/// What CPU per request is, in words.
public final class CpuText {
    /// Below it, a share is 0 % in whole percent.
    private static final double ROUNDING = 0.005;

    private CpuText() {}

    /// `CPU/request: CPU time of the server; in its rests between slices: B 3 % of it.`
    public static String of(RunMode mode) {
        var shares =
                mode.rests().stream()
                        .filter(rests -> rests.work().orElse(0) >= ROUNDING)
                        .map(CpuText::share)
                        .collect(Collectors.joining(", "));
        return shares.isEmpty()
                ? "CPU/request: CPU time of the server."
                : "CPU/request: CPU time of the server; in its rests between slices: %s of it."
                        .formatted(shares);
    }

    private static String share(Rests rests) {
        return String.format(
                Locale.ROOT, "%s %.0f %%", plain(rests.variant()), 100 * rests.work().orElse(0));
    }
}
