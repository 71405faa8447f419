package dev.loombench.analysis.validity.load;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.api.ShortfallProblem;
import dev.loombench.load.result.LoadResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The time limit ended a window before its number of requests was sent.
///
/// @param sent in the trial with the fewest
public record RequestsNotSent(String variant, long requested, long sent) implements LoadFinding {
    public static final Kind KIND = ShortfallProblem.RequestsNotSent.KIND;

    public static Optional<RequestsNotSent> of(
            String variant, OptionalLong requested, List<LoadResult> loads) {
        long sent = loads.stream().mapToLong(l -> l.counts().sent()).min().orElse(0);
        return ShortfallProblem.RequestsNotSent.in(sent, requested)
                .map(few -> new RequestsNotSent(variant, few.requested(), few.sent()));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                new ShortfallProblem.RequestsNotSent(requested, sent).message(),
                "the variants did different amounts of work",
                "use a longer limit (max of measure, in the file), or fewer requests");
    }

    @Override
    public FindingText ofLoad() {
        return new FindingText(
                words(LongerRun.UNKNOWN).message(),
                "the window was ended by time",
                "a longer --duration, or a lower --count");
    }
}
