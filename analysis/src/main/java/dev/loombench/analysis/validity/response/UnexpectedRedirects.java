package dev.loombench.analysis.validity.response;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.api.ResponseProblem;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.load.result.LoadResult;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
        var redirects = LoadLimits.redirects(load.counts());
        return redirects.isEmpty()
                ? Optional.empty()
                : Optional.of(new UnexpectedRedirects(variant, redirects));
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "unexpected redirects: "
                        + statuses.entrySet().stream()
                                .map(UnexpectedRedirects::counted)
                                .collect(Collectors.joining(", ")),
                "redirects are not followed, so they count as errors",
                "the URL that they lead to, or --expect-status 2xx,3xx");
    }

    /// `302 x 1,230`.
    private static String counted(Map.Entry<Integer, Long> status) {
        return "%d x %,d".formatted(status.getKey(), status.getValue());
    }
}
