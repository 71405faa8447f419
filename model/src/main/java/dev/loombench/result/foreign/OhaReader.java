package dev.loombench.result.foreign;

import dev.loombench.result.foreign.ForeignResult.Failures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Map;
import java.util.regex.Pattern;

/// The JSON of oha (`--output-format json`, `-j` before 1.6). Its times are seconds. It does not
/// say whether the rate was limited (`-q`).
///
/// Source: `src/printer.rs` of oha 1.10 and of July 2026.
final class OhaReader {
    private static final String BENCHMARK = "requests";
    private static final double NANOS = 1e9;
    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d+)?)");

    /// Requests in flight at the end of the time, which have not failed.
    private static final String DEADLINE = "aborted due to deadline";

    private OhaReader() {}

    static ForeignResult read(String name, JsonValue document) {
        var summary = document.at("summary");
        var requests = Requests.of(document);
        var figures = new ArrayList<ForeignFigure>();
        figures.add(
                ForeignFigure.of(
                        BENCHMARK,
                        ForeignMetric.THROUGHPUT,
                        true,
                        summary.at("requestsPerSec").number() * requests.shareWithResponse()));
        summary.at("average")
                .optionalNumber()
                .ifPresent(mean ->
                        figures.add(
                                ForeignFigure.of(
                                        BENCHMARK, ForeignMetric.MEAN, false, mean * NANOS)));
        document.at("latencyPercentiles")
                .entries()
                .forEach((key, value) -> {
                    var percentile = PERCENTILE.matcher(key);
                    if (percentile.matches()) {
                        value.optionalNumber()
                                .ifPresent(time ->
                                        figures.add(
                                                ForeignFigure.of(
                                                        BENCHMARK,
                                                        ForeignMetric.percentile(
                                                                new BigDecimal(
                                                                        percentile.group(1))),
                                                        false,
                                                        time * NANOS)));
                    }
                });
        return ForeignResult.ofLoad(
                name, ForeignTool.OHA, ForeignLoad.UNKNOWN, Map.of(), figures, requests.failures());
    }

    /// @param responses with any status
    /// @param refused of these, by their status
    /// @param errors without a response
    /// @param aborted at the end of the time
    private record Requests(long responses, long refused, long errors, long aborted) {
        static Requests of(JsonValue document) {
            long responses = 0;
            long refused = 0;
            for (var status : document.at("statusCodeDistribution").entries().entrySet()) {
                long count = Math.round(status.getValue().number());
                responses += count;
                refused += status.getKey().matches("[23]..") ? 0 : count;
            }
            long errors = 0;
            long aborted = 0;
            for (var error : document.at("errorDistribution").entries().entrySet()) {
                long count = Math.round(error.getValue().number());
                if (error.getKey().equals(DEADLINE)) {
                    aborted += count;
                } else {
                    errors += count;
                }
            }
            return new Requests(responses, refused, errors, aborted);
        }

        /// The rate that oha reports is of all requests, those without a response too.
        double shareWithResponse() {
            long all = responses + errors + aborted;
            return all == 0 ? 1 : (double) responses / all;
        }

        /// Where there is no response at all, those that were aborted have failed.
        Failures failures() {
            long failed = refused + errors + (responses == 0 ? aborted : 0);
            return new Failures(failed, Math.max(failed, responses + errors));
        }
    }
}
