package dev.loombench.analysis.validity.load;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.Traffic;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Requests that ended in an error. Those that missed a deadline are another finding.
///
/// @param share of the requests sent
/// @param kinds number by kind, in order
/// @param expected whether the experiment expects errors
public record Errors(
        String variant, long errors, double share, Map<String, Long> kinds, boolean expected)
        implements LoadFinding {
    /// How many are too many, in words.
    public static final String MANY =
            "more than %s of the requests and one more".formatted(percent(LoadLimits.ERROR_SHARE));

    public static final Kind KIND =
            new Kind(
                    "errors",
                    "failed requests",
                    "any; %s, when p99.9 is affected".formatted(MANY),
                    "note; invalid; information, where errors are expected");

    public Errors {
        kinds = Collections.unmodifiableSortedMap(new TreeMap<>(kinds));
    }

    public static Optional<Errors> of(String variant, Traffic traffic, List<LoadResult> loads) {
        Map<String, Long> kinds = new TreeMap<>();
        loads.forEach(
                l -> l.counts().errors().forEach((kind, n) -> kinds.merge(kind, n, Long::sum)));
        kinds.remove(ErrorKind.DEADLINE_UNSENT.label());
        kinds.remove(ErrorKind.DEADLINE_LATE.label());
        long errors = kinds.values().stream().mapToLong(Long::longValue).sum();
        return errors > 0
                ? Optional.of(
                        new Errors(
                                variant,
                                errors,
                                (double) errors / sent(loads),
                                kinds,
                                traffic.expectsErrors()))
                : Optional.empty();
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
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        if (expected) {
            return Severity.INFORMATION;
        }
        return tooMany(errors, requests()) ? Severity.INVALID : Severity.NOTE;
    }

    /// Only where the server is gone, as many connections are refused: requests wait for one in
    /// vain, however many the load has.
    @Override
    public boolean explains() {
        long refused = kinds.getOrDefault(ErrorKind.CONNECT_REFUSED.label(), 0L);
        return tooMany(refused, requests());
    }

    private long requests() {
        return Math.round(errors / share);
    }

    @Override
    public FindingText words(LongerRun longer) {
        return expected
                ? new FindingText(
                        failedText() + ", which is expected here: " + kindsText(),
                        "throughput counts good responses within the time-out, and CPU per request includes the cost of failed requests",
                        "see server.log in the trial's folder if other errors were expected")
                : new FindingText(
                        failedText() + ": " + kindsText(),
                        "throughput and response times are those of the good responses alone",
                        "see server.log in the trial's folder");
    }

    @Override
    public FindingText ofLoad() {
        return words(LongerRun.UNKNOWN)
                .withRemedy("the server's log; --fail-if 'errors>N' if errors are expected");
    }

    /// As in `73 requests (1.00 %) failed`.
    private String failedText() {
        return "%s (%.2f %%) failed".formatted(counted(errors, "request"), 100 * share);
    }

    /// As in `status-5xx 70, timeout 3`.
    private String kindsText() {
        return kinds.entrySet().stream()
                .map(e -> e.getKey() + " " + e.getValue())
                .collect(Collectors.joining(", "));
    }
}
