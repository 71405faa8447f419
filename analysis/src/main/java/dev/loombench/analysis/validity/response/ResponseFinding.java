package dev.loombench.analysis.validity.response;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.finding.Kind;
import dev.loombench.load.api.ResponseProblem;
import dev.loombench.load.api.ShortfallProblem;
import dev.loombench.load.api.UnansweredProblem;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.Workload;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What became of the requests of a load on one target, where that makes its figures invalid.
public sealed interface ResponseFinding extends VariantFinding {
    @Override
    default Topic topic() {
        return Topic.RESPONSE;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case NoGoodResponse _ -> NoGoodResponse.KIND;
            case RateNotAchieved _ -> RateNotAchieved.KIND;
            case RequestsUnfinished _ -> RequestsUnfinished.KIND;
            case UnexpectedRedirects _ -> UnexpectedRedirects.KIND;
        };
    }

    /// A load without a good response, by what became of its requests.
    record NoGoodResponse(String variant, UnansweredProblem.NoGoodResponse problem)
            implements ResponseFinding {
        public static final Kind KIND = UnansweredProblem.NoGoodResponse.KIND;

        /// Also of a window whose responses are all to earlier requests, which its throughput has.
        private static final String IMPACT =
                "no time of a good response was measured, and a throughput above 0 is that of requests sent before the window";

        public static Optional<NoGoodResponse> of(
                String variant, Traffic traffic, LoadResult load) {
            return UnansweredProblem.NoGoodResponse.in(load, traffic)
                    .map(problem -> new NoGoodResponse(variant, problem));
        }

        @Override
        public Record figures() {
            return problem;
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(problem.message(), IMPACT, remedy());
        }

        private String remedy() {
            return switch (problem.reason()) {
                case UNANSWERED ->
                        "check whether the server hangs (its log; of a JVM, loombench inspect PID), or give a longer --timeout";
                case UNENDED ->
                        "a stream without an end needs --hold, one of server-sent events --sse too; for others give a longer --timeout";
                case BEHIND ->
                        "give a lower rate (-R) or fewer connections (-c), as the server falls behind, or a longer --timeout";
                case CONNECTIONS_BUSY ->
                        "check whether the server hangs (its log; of a JVM, loombench inspect PID); if not, use more connections (-c) or a lower rate (-R)";
                case NO_CONNECTION ->
                        "check whether the server accepts connections (its log), and whether a firewall drops them";
                case NO_STREAM ->
                        "check the server's limit on concurrent streams; it may be 0 while the server stops";
                case NONE_DUE -> "give a longer --duration, or a higher rate";
                case TLS_EXPECTED ->
                        "use https:// (wss://, grpcs://) in place of http://; tcp:// has no form over TLS";
                case LATE -> "raise the deadline, or find what takes the server so long";
                case DEADLINE_UNSENT -> "use more connections, or raise the deadline";
                case LATE_OR_UNSENT ->
                        "use more connections, raise the deadline, or find what takes the server so long";
                case FAILED -> "check the URL and the server's log";
            };
        }
    }

    /// Scheduled requests of an open load had no response within the window.
    record RateNotAchieved(String variant, double missing, double scheduled)
            implements ResponseFinding {
        public static final Kind KIND = ShortfallProblem.RateNotAchieved.KIND;

        /// @param serviceNanos median service time
        /// @param secondsBefore for which the load lasted before the window
        public static Optional<RateNotAchieved> of(
                String variant,
                Workload workload,
                LoadResult load,
                long serviceNanos,
                double secondsBefore) {
            return workload instanceof LoadModel.Open open
                    ? ShortfallProblem.RateNotAchieved.in(open, load, serviceNanos, secondsBefore)
                            .map(few ->
                                    new RateNotAchieved(variant, few.missing(), few.scheduled()))
                    : Optional.empty();
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    new ShortfallProblem.RateNotAchieved(missing, scheduled).message(),
                    "the server did not keep up with the rate",
                    "a lower rate; --fail-if 'rps<N' if a lower throughput is acceptable");
        }
    }

    /// Requests had neither a response nor an error when the load ended.
    record RequestsUnfinished(String variant, long unfinished) implements ResponseFinding {
        public static final Kind KIND = UnansweredProblem.RequestsUnfinished.KIND;

        public static Optional<RequestsUnfinished> of(String variant, LoadResult load) {
            return UnansweredProblem.RequestsUnfinished.in(load.counts())
                    .map(found -> new RequestsUnfinished(variant, found.unfinished()));
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    new UnansweredProblem.RequestsUnfinished(unfinished).message(),
                    "their response times are missing",
                    "a shorter --timeout, or a longer --duration");
        }
    }

    /// The server redirected requests.
    ///
    /// @param statuses number by status, 3xx only
    record UnexpectedRedirects(String variant, SortedMap<Integer, Long> statuses)
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
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    new ResponseProblem.UnexpectedRedirects(statuses).message(),
                    "redirects are not followed, so they count as errors",
                    "the URL that they lead to, or --expect-status 2xx,3xx");
        }
    }
}
