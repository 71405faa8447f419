package dev.loombench.load.api;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;
import static dev.loombench.text.Figures.whole;

import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.ErrorNames;
import dev.loombench.load.result.LoadResult;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/// What is wrong with the responses of a load, or with their times.
public sealed interface ResponseProblem extends Problem {
    @Override
    default Kind kind() {
        return switch (this) {
            case Errors _ -> Errors.KIND;
            case UnexpectedRedirects _ -> UnexpectedRedirects.KIND;
            case ArrivalsOmitted _ -> ArrivalsOmitted.KIND;
        };
    }

    /// More requests failed than leave p99.9 as it is. Those that missed a deadline are another
    /// finding.
    ///
    /// @param share of the requests sent
    /// @param kinds number by [name][ErrorNames], in order
    record Errors(long errors, double share, SortedMap<String, Long> kinds)
            implements ResponseProblem {
        /// How many are too many, in words.
        public static final String MANY =
                "more than %s of the requests and one more"
                        .formatted(percent(LoadLimits.ERROR_SHARE));

        public static final Kind KIND =
                new Kind("errors", "failed requests", MANY + ", when p99.9 is affected", "invalid");

        public Errors {
            kinds = Collections.unmodifiableSortedMap(new TreeMap<>(kinds));
        }

        static Optional<Errors> in(LoadResult load) {
            return load.counts().succeeded() > 0
                    ? of(List.of(load)).filter(Errors::isInvalid)
                    : Optional.empty();
        }

        /// Those of several loads together, also where they are few; empty without any.
        public static Optional<Errors> of(List<LoadResult> loads) {
            var kinds = new TreeMap<String, Long>();
            for (var load : loads) {
                ErrorNames.of(load).forEach((kind, n) -> kinds.merge(kind, n, Long::sum));
            }
            kinds.remove(ErrorKind.DEADLINE_UNSENT.label());
            kinds.remove(ErrorKind.DEADLINE_LATE.label());
            long errors = kinds.values().stream().mapToLong(Long::longValue).sum();
            long sent = loads.stream().mapToLong(load -> load.counts().sent()).sum();
            return errors > 0
                    ? Optional.of(new Errors(errors, (double) errors / sent, kinds))
                    : Optional.empty();
        }

        @Override
        public Severity severity() {
            return LoadLimits.hasTooManyErrors(errors, requests())
                    ? Severity.INVALID
                    : Severity.NOTE;
        }

        /// Those that were sent.
        public long requests() {
            return Math.round(errors / share);
        }

        @Override
        public String message() {
            return message("");
        }

        /// @param remark that follows the number of errors
        public String message(String remark) {
            var percent = String.format(Locale.ROOT, "%.2f %%", 100 * share);
            return "%s (%s) failed%s: %s"
                    .formatted(counted(errors, "request"), percent, remark, ErrorNames.text(kinds));
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

        public static Optional<UnexpectedRedirects> in(LoadResult.Counts counts) {
            var redirects = LoadLimits.redirects(counts);
            return redirects.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new UnexpectedRedirects(redirects));
        }

        @Override
        public String message() {
            return "unexpected redirects: "
                    + statuses.entrySet().stream()
                            .map(e -> e.getKey() + " x " + whole(e.getValue()))
                            .collect(Collectors.joining(", "));
        }
    }

    /// The percentiles of a closed load hide for how long the server stood still, or its requests
    /// differ much in cost: a note.
    ///
    /// @param percentile as in `p99`
    /// @param sentNanos that percentile of the requests that users sent
    /// @param arrivingNanos that of a request that arrives at any moment
    record ArrivalsOmitted(String percentile, double sentNanos, double arrivingNanos)
            implements ResponseProblem {
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
            return in(
                    "p99",
                    (double) sent.getValueAtPercentile(PERCENT),
                    (double) arriving.getValueAtPercentile(PERCENT));
        }

        /// By another percentile.
        public static Optional<ArrivalsOmitted> in(
                String percentile, double sentNanos, double arrivingNanos) {
            return LoadLimits.omitsArrivals(sentNanos, arrivingNanos)
                    ? Optional.of(new ArrivalsOmitted(percentile, sentNanos, arrivingNanos))
                    : Optional.empty();
        }

        @Override
        public String message() {
            return "the %s of the requests that its users sent is %s, that of a request that arrives at any moment %s"
                    .formatted(percentile, time(sentNanos), time(arrivingNanos));
        }
    }
}
