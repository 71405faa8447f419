package dev.loombench.analysis.validity.jvm;

import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.concurrency.PinnedTime;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.finding.Kind;
import java.util.Optional;

/// Virtual threads held their carriers while they waited.
///
/// @param share of the carriers' time, 0..1
/// @param path of the calls that took longest
public record CarriersPinned(String variant, double share, long waits, String path)
        implements JvmFinding, VariantFinding {
    public static final Kind KIND =
            new Kind(
                    "carriers-pinned",
                    "virtual threads held their carriers in waits for %s of the carriers' time"
                            .formatted(percent(PinnedTime.FAULT)),
                    "note");

    public static Optional<CarriersPinned> of(VariantTrials trials) {
        return trials.pinned()
                .filter(p -> new PinnedTime(p.share()).isFault())
                .map(p -> new CarriersPinned(trials.variant(), p.share(), p.count(), p.path()));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "virtual threads held their carriers while they waited: %.0f %% of the carriers' time, %,d waits, mostly in %s"
                        .formatted(100 * share, waits, path),
                "a held carrier runs no other thread: the number of carriers limits the number of such waits at once",
                "use a ReentrantLock instead of synchronized on JDK 21, and a pool for native calls; recording.jfr in the trial's folder has every stack");
    }
}
