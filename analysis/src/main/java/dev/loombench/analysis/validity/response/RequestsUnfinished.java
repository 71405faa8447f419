package dev.loombench.analysis.validity.response;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.api.UnansweredProblem;
import dev.loombench.load.result.LoadResult;
import java.util.Optional;

/// Requests had neither a response nor an error when the load ended.
public record RequestsUnfinished(String variant, long unfinished) implements ResponseFinding {
    public static final Kind KIND = UnansweredProblem.RequestsUnfinished.KIND;

    public static Optional<RequestsUnfinished> of(String variant, LoadResult load) {
        return UnansweredProblem.RequestsUnfinished.in(load.counts())
                .map(found -> new RequestsUnfinished(variant, found.unfinished()));
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                new UnansweredProblem.RequestsUnfinished(unfinished).message(),
                "their response times are missing",
                "a shorter --timeout, or a longer --duration");
    }
}
