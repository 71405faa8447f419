package dev.loombench.load.result;

import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.ThinkTime;
import dev.loombench.traffic.Workload;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/// The response time of a request that arrives at any moment in the place of a user's, estimated
/// from the response times of a closed load.
///
/// A user sends nothing while it waits, so a server that stands still for 100 ms gets one request
/// of each user in that time, and the percentiles of the requests sent hardly show it. With `F(w)`
/// the share of the responses S longer than w, R the mean of `S - w` over them, Z the think time
/// and `m = E[S] + E[Z]` the mean time between two requests of a user,
///
/// `P(response time > w) = F(w) max(1, (R + E[Z²] / 2m) / m)`.
///
/// The request that took S > w kept its user from `(S - w) / m` requests that would have waited
/// longer than w as well. `E[Z²] / 2m` is the mean time for which a user had been thinking when the
/// server already stood still: `E[Z²] / 2E[Z]` with probability `E[Z] / m` (inspection paradox).
/// Without think time `F(w) R / m = E[(S - w)+] / E[S]`, the distribution of the rest of a response
/// at any moment (Cox, *Renewal Theory*, 1962), and the limit of HdrHistogram's correction for
/// small expected intervals.
///
/// The maximum leaves the distribution as it is where the responses vary no more than exponential
/// ones: `R <= E[S]` (new better than used in expectation). There the arrival theorem holds: in a
/// closed queueing network with such a form a user's request sees what any arrival sees (Lavenberg
/// and Reiser, 1980).
///
/// The estimate assumes that the moment makes a response slow, not the request. Where requests
/// differ in cost it is an upper bound.
public final class ArrivingRequest {
    /// What its response time is called in tables.
    public static final String NAME = "arriving request";

    /// A server would have to stand still for half of the time before an arriving request's median
    /// differs for that reason; requests of different cost change its estimate much sooner.
    private static final double MEDIAN = 50;

    private ArrivingRequest() {}

    /// Whether a percentile of a closed load is judged by it.
    public static boolean judges(double percent) {
        return percent > MEDIAN;
    }

    /// @param responseTime of the requests that were sent, ns
    /// @return as many values, never fewer of them above any value; empty for a load that is not
    ///   closed
    public static Optional<Histogram> of(Workload load, Histogram responseTime) {
        return switch (load) {
            case LoadModel.Closed(_, var thinkTime) ->
                    Optional.of(responseTimes(responseTime, thinkTime));
            case LoadModel.Open _, LoadModel.HeldConnections _, Workload.Batch _ ->
                    Optional.empty();
        };
    }

    private static Histogram responseTimes(Histogram sent, ThinkTime thinkTime) {
        double mean = RecordedValues.mean(sent);
        double cycle = mean + thinkTime.mean().toNanos();
        double thought = meanSquare(thinkTime) / (2 * cycle);
        var arriving = new Histogram(sent);
        long longer = sent.getTotalCount();
        double sum = (double) longer * mean;
        long before = longer;
        long value = sent.getMinValue(); // all took longer than less
        while (before > 0) {
            long next = sent.nextNonEquivalentValue(value);
            long count = sent.getCountAtValue(value);
            if (count > 0) {
                longer -= count;
                sum -= count * (double) sent.medianEquivalentValue(value);
            }
            double above = sum - longer * (double) (next - 1);
            long now = Math.round(Math.max((double) longer, (above + longer * thought) / cycle));
            if (now < before) {
                arriving.recordValueWithCount(value, before - now);
                before = now;
            }
            value = next;
        }
        return arriving;
    }

    /// ns²
    private static double meanSquare(ThinkTime thinkTime) {
        double mean = thinkTime.mean().toNanos();
        return switch (thinkTime.distribution()) {
            case CONSTANT -> mean * mean;
            case EXPONENTIAL -> 2 * mean * mean;
        };
    }
}
