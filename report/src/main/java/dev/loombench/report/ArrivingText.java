package dev.loombench.report;

import dev.loombench.analysis.trial.Latency;
import dev.loombench.experiment.Metric;
import dev.loombench.load.result.ArrivingRequest;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;

/// What the percentiles of a closed load measure, in words.
public final class ArrivingText {
    private static final String COLUMNS =
            "p50, p99 service and max: service time of the requests that users sent. Arriving: response time of a request"
                    + " that arrives at any moment, estimated from these; an upper bound where requests differ in cost.";

    /// The column of what the users of a closed load measured, and of any load from the actual
    /// send.
    public static final String P99_SERVICE = "p99 service";

    private ArrivingText() {}

    public static boolean isClosed(Workload load) {
        return load instanceof LoadModel.Closed;
    }

    /// Whether a metric of a load is that of an arriving request.
    private static boolean isArriving(Metric metric, Workload load) {
        return metric.isPercentile() && Latency.isOfArriving(metric.percent(), load);
    }

    /// The meaning of the columns of latencies.
    public static String columns(Workload load) {
        return isClosed(load)
                ? COLUMNS
                : "p50 to max: response time from the intended send, all trials merged.";
    }

    /// The meaning of a solid and a dashed line of latencies by percentile.
    public static String lines(Workload load) {
        return isClosed(load)
                ? "Solid: response time of a request that arrives at any moment, estimated from the service times; an upper bound where requests differ in cost. Dashed: service time of the requests that users sent."
                : "Solid: response time, from the intended send, as a user experiences it. Dashed: service time, from the actual send; where it is below, requests waited before they were sent.";
    }

    /// `p99`; of a closed load `p99 arriving`.
    static String label(Metric metric, Workload load) {
        return metric.label() + (isArriving(metric, load) ? " arriving" : "");
    }

    /// `p99 response time`; of a closed load `p99 response time of an arriving request`.
    static String responseTime(Metric metric, Workload load) {
        var percentile = metric == Metric.P50 ? "median" : metric.label();
        if (isArriving(metric, load)) {
            return percentile + " response time of an " + ArrivingRequest.NAME;
        }
        return percentile + (isClosed(load) ? " service time" : " response time");
    }
}
