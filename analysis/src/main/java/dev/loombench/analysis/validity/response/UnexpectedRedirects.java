package dev.loombench.analysis.validity.response;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.api.ResponseProblem;
import dev.loombench.load.result.LoadResult;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The server redirected requests.
///
/// @param statuses number by status, 3xx only
public record UnexpectedRedirects(String variant, SortedMap<Integer, Long> statuses)
        implements ResponseFinding {
    public static final Kind KIND = ResponseProblem.UnexpectedRedirects.KIND;

    public UnexpectedRedirects {
        statuses = Collections.unmodifiableSortedMap(new TreeMap<>(statuses));
    }

    public static Optional<UnexpectedRedirects> of(String variant, LoadResult load) {
        return ResponseProblem.UnexpectedRedirects.in(load.counts())
                .map(found -> new UnexpectedRedirects(variant, found.statuses()));
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                new ResponseProblem.UnexpectedRedirects(statuses).message(),
                "redirects are not followed, so they count as errors",
                "the URL that they lead to, or --expect-status 2xx,3xx");
    }
}
