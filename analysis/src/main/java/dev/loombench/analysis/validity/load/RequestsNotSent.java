package dev.loombench.analysis.validity.load;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The time limit ended a window before its number of requests was sent.
///
/// @param sent in the trial with the fewest
public record RequestsNotSent(String variant, long requested, long sent) implements LoadFinding {
    public static final Kind KIND =
            new Kind(
                    "requests-not-sent",
                    "requests that were not sent",
                    "fewer than `measure: requests` at the time limit",
                    "invalid");

    public static Optional<RequestsNotSent> of(
            String variant, OptionalLong requested, List<LoadResult> loads) {
        long sent = loads.stream().mapToLong(l -> l.counts().sent()).min().orElse(0);
        return requested.isPresent() && sent < requested.getAsLong()
                ? Optional.of(new RequestsNotSent(variant, requested.getAsLong(), sent))
                : Optional.empty();
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return Severity.INVALID;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the time limit ended the window with %,d of %s sent"
                        .formatted(sent, counted(requested, "request")),
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
