package dev.loombench.analysis.validity.load;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.api.ResponseProblem;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.Traffic;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Requests that ended in an error. Those that missed a deadline are another finding.
///
/// @param share of the requests sent
/// @param kinds number by name, in order
/// @param expected whether the experiment expects errors
public record Errors(
        String variant, long errors, double share, Map<String, Long> kinds, boolean expected)
        implements LoadFinding {
    public static final Kind KIND =
            ResponseProblem.Errors.KIND.with(
                    "; fewer", "invalid; note; information, where errors are expected");

    public Errors {
        kinds = Collections.unmodifiableSortedMap(new TreeMap<>(kinds));
    }

    public static Optional<Errors> of(String variant, Traffic traffic, List<LoadResult> loads) {
        return ResponseProblem.Errors.of(loads)
                .map(found ->
                        new Errors(
                                variant,
                                found.errors(),
                                found.share(),
                                found.kinds(),
                                traffic.expectsErrors()));
    }

    private ResponseProblem.Errors problem() {
        return new ResponseProblem.Errors(errors, share, new TreeMap<>(kinds));
    }

    /// Whether enough requests failed to make the result invalid.
    public static boolean tooMany(long failed, long sent) {
        return LoadLimits.hasTooManyErrors(failed, sent);
    }

    public static boolean tooMany(List<LoadResult> loads) {
        return tooMany(failed(loads), sent(loads));
    }

    /// Whether the experiment expects errors or missed deadlines and so many requests failed that
    /// most other rules do not apply.
    public static boolean manyExpected(Traffic traffic, List<LoadResult> loads) {
        return (traffic.expectsErrors() || traffic.deadline().isPresent()) && tooMany(loads);
    }

    private static long failed(List<LoadResult> loads) {
        return loads.stream().mapToLong(l -> l.counts().failed()).sum();
    }

    private static long sent(List<LoadResult> loads) {
        return loads.stream().mapToLong(l -> l.counts().sent()).sum();
    }

    @Override
    public Severity severity() {
        return expected ? Severity.INFORMATION : problem().severity();
    }

    /// Only where the server is gone, as many connections are refused: requests wait for one in
    /// vain, however many the load has.
    @Override
    public boolean explains() {
        long refused = kinds.getOrDefault(ErrorKind.CONNECT_REFUSED.label(), 0L);
        return tooMany(refused, problem().requests());
    }

    @Override
    public FindingText words(LongerRun longer) {
        return expected
                ? new FindingText(
                        problem().message(", which is expected here"),
                        "throughput counts good responses within the time-out, and CPU per request includes the cost of failed requests",
                        "see server.log in the trial's folder if other errors were expected")
                : new FindingText(
                        problem().message(),
                        "throughput and response times are those of the good responses alone",
                        "see server.log in the trial's folder");
    }

    @Override
    public FindingText ofLoad() {
        return words(LongerRun.UNKNOWN)
                .withRemedy("the server's log; --fail-if 'errors>N' if errors are expected");
    }
}
