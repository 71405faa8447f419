package dev.loombench.analysis.validity.response;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.api.ResponseProblem;
import dev.loombench.load.result.LoadResult;
import java.util.Optional;

/// Requests had neither a response nor an error when the load ended.
public record RequestsUnfinished(String variant, long unfinished) implements ResponseFinding {
    public static final Kind KIND = ResponseProblem.RequestsUnfinished.KIND;

    public static Optional<RequestsUnfinished> of(String variant, LoadResult load) {
        long unfinished = load.counts().unfinished();
        return unfinished > 0
                ? Optional.of(new RequestsUnfinished(variant, unfinished))
                : Optional.empty();
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the load left %s unfinished".formatted(counted(unfinished, "request")),
                "their response times are missing",
                "a shorter --timeout, or a longer --duration");
    }
}
