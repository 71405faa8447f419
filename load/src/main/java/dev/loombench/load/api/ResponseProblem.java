package dev.loombench.load.api;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;

import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.Protocol;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/// What is wrong with the responses of a load, or with their times.
public sealed interface ResponseProblem extends Problem {

    /// No request had a good response.
    ///
    /// @param outcomes number of requests by kind of error
    /// @param protocol of the load
    record NoGoodResponse(long sent, SortedMap<String, Long> outcomes, Protocol protocol)
            implements ResponseProblem {
        public static final Kind KIND =
                new Kind("no-good-response", "no request had a good response", "invalid");

        /// @param outcomes number of requests by kind of error
        record Figures(long sent, SortedMap<String, Long> outcomes) {}

        public NoGoodResponse {
            outcomes = Collections.unmodifiableSortedMap(new TreeMap<>(outcomes));
        }

        static Optional<NoGoodResponse> in(LoadResult.Counts counts, Protocol protocol) {
            return counts.succeeded() > 0
                    ? Optional.empty()
                    : Optional.of(
                            new NoGoodResponse(
                                    counts.sent(), new TreeMap<>(counts.errors()), protocol));
        }

        @Override
        public Kind kind() {
            return KIND;
        }

        @Override
        public Record figures() {
            return new Figures(sent, outcomes);
        }

        @Override
        public String message() {
            return "no good response to "
                    + counted(sent, "request")
                    + (outcomes.isEmpty() ? "" : ": " + listed(outcomes))
                    + scheme();
        }

        private String scheme() {
            if (!outcomes.containsKey(ErrorKind.TLS_EXPECTED.label())) {
                return "";
            }
            return protocol == Protocol.LINE
                    ? "; lines of text are not sent over TLS"
                    : "; for a server of TLS use https:// or grpcs://";
        }
    }

    /// More requests failed than leave p99.9 as it is.
    ///
    /// @param share of the requests sent
    /// @param kinds number by kind, in order
    record Errors(long errors, double share, SortedMap<String, Long> kinds)
            implements ResponseProblem {
        public static final Kind KIND =
                new Kind(
                        "errors",
                        "failed requests",
                        "more than %s of the requests and one more, when p99.9 is affected"
                                .formatted(percent(LoadLimits.ERROR_SHARE)),
                        "invalid");

        public Errors {
            kinds = Collections.unmodifiableSortedMap(new TreeMap<>(kinds));
        }

        static Optional<Errors> in(LoadResult.Counts counts) {
            long failed = counts.failed();
            return counts.succeeded() > 0 && LoadLimits.hasTooManyErrors(failed, counts.sent())
                    ? Optional.of(
                            new Errors(
                                    failed,
                                    (double) failed / counts.sent(),
                                    new TreeMap<>(counts.errors())))
                    : Optional.empty();
        }

        @Override
        public Kind kind() {
            return KIND;
        }

        @Override
        public String message() {
            return "%s (%s) failed: %s"
                    .formatted(counted(errors, "request"), percent(share), listed(kinds));
        }
    }

    /// The server redirected requests.
    ///
    /// @param statuses number by status, 3xx only
    record UnexpectedRedirects(SortedMap<Integer, Long> statuses) implements ResponseProblem {
        public static final Kind KIND =
                new Kind("unexpected-redirects", "any response of status 3xx", "invalid");

        public UnexpectedRedirects {
            statuses = Collections.unmodifiableSortedMap(new TreeMap<>(statuses));
        }

        static Optional<UnexpectedRedirects> in(LoadResult.Counts counts) {
            var redirects = LoadLimits.redirects(counts);
            return redirects.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new UnexpectedRedirects(redirects));
        }

        @Override
        public Kind kind() {
            return KIND;
        }

        @Override
        public String message() {
            return "redirects, which are not followed: " + listed(statuses);
        }
    }

    /// Requests had neither a response nor an error at the end.
    record RequestsUnfinished(long unfinished) implements ResponseProblem {
        public static final Kind KIND =
                new Kind(
                        "requests-unfinished",
                        "unfinished requests",
                        "any request without a response, an error or a time-out at the end",
                        "invalid");

        static Optional<RequestsUnfinished> in(LoadResult.Counts counts) {
            return counts.unfinished() > 0
                    ? Optional.of(new RequestsUnfinished(counts.unfinished()))
                    : Optional.empty();
        }

        @Override
        public Kind kind() {
            return KIND;
        }

        @Override
        public String message() {
            return counted(unfinished, "request") + " left unfinished";
        }
    }

    /// The percentiles of a closed load hide for how long the server stood still, or its requests
    /// differ much in cost: a note.
    ///
    /// @param sentNanos p99 of the requests that users sent
    /// @param arrivingNanos that of a request that arrives at any moment
    record ArrivalsOmitted(double sentNanos, double arrivingNanos) implements ResponseProblem {
        private static final double PERCENT = 99;

        public static final Kind KIND =
                new Kind(
                        "arrivals-omitted",
                        "closed: the p99 of an arriving request is at least %s times that of the requests sent"
                                .formatted(axis(LoadLimits.ARRIVING_MULTIPLE)),
                        "note");

        /// @param sent response times of the requests that users sent
        /// @param arriving of a request that arrives at any moment
        static Optional<ArrivalsOmitted> in(Histogram sent, Histogram arriving) {
            double ofSent = (double) sent.getValueAtPercentile(PERCENT);
            double ofAny = (double) arriving.getValueAtPercentile(PERCENT);
            return LoadLimits.omitsArrivals(ofSent, ofAny)
                    ? Optional.of(new ArrivalsOmitted(ofSent, ofAny))
                    : Optional.empty();
        }

        @Override
        public Kind kind() {
            return KIND;
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }

        @Override
        public String message() {
            return "the p99 of the requests that users sent is %s, and about %s for a request that arrives at any moment"
                    .formatted(time(sentNanos), time(arrivingNanos));
        }
    }

    /// As in `status-5xx 70, timeout 3`.
    private static String listed(SortedMap<?, Long> counts) {
        return counts.entrySet().stream()
                .map(e -> e.getKey() + " " + e.getValue())
                .collect(Collectors.joining(", "));
    }
}
