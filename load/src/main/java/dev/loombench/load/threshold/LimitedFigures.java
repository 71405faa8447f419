package dev.loombench.load.threshold;

import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/// The figures of a load that a threshold can limit.
public interface LimitedFigures {
    /// A percentile of response time, ns; of a closed load above the median, that of an arriving
    /// request. Empty where nothing was recorded.
    ///
    /// @param percent above 0 and below 100
    OptionalDouble percentile(double percent);

    /// Whether a percentile is that of an arriving request.
    boolean isOfArriving(double percent);

    /// The number of responses that a percentile rests on.
    double responsesBeyond(double percent);

    /// Response times of the requests sent, ns.
    Histogram responseTime();

    /// Good responses per second within the window.
    double throughput();

    /// The number of failed requests.
    long failed();

    /// Failed requests as a share of those sent, 0..1; empty when none was sent.
    OptionalDouble errorShare();
}
