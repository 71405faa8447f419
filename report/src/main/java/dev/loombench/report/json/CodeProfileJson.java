package dev.loombench.report.json;

import dev.loombench.analysis.profile.CodeProfile;
import dev.loombench.analysis.profile.FrameCost;
import dev.loombench.observe.result.Profiler;
import java.util.List;

/// The most costly frames of a variant, as data for other programs. Amounts are CPU time in ns, or
/// bytes.
///
/// @param cost `cpu` or `allocation`
/// @param unit `ns` or `bytes`
/// @param per what the amounts are of: `request` or `second`
/// @param profilers `async-profiler` or `flight-recorder`
/// @param total the whole amount
/// @param frames the most costly first, with what they call
public record CodeProfileJson(
        String variant,
        String cost,
        String unit,
        String per,
        List<String> profilers,
        int processes,
        long samples,
        double total,
        List<FrameCost> frames) {
    /// Frames of a profile; the files of the trials have all of them.
    private static final int MOST_FRAMES = 200;

    public static CodeProfileJson of(CodeProfile profile) {
        return new CodeProfileJson(
                profile.variant(),
                profile.cost().label(),
                unit(profile),
                profile.per().label(),
                profile.profilers().stream().map(Profiler::label).toList(),
                profile.trials(),
                profile.samples(),
                profile.whole(),
                profile.frames().stream().limit(MOST_FRAMES).toList());
    }

    private static String unit(CodeProfile profile) {
        return switch (profile.cost()) {
            case CPU -> "ns";
            case ALLOCATION -> "bytes";
        };
    }
}
