package dev.loombench.result.foreign;

import java.math.BigDecimal;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/// A figure that another tool reports.
///
/// @param name as in `throughput`, `p99`, `time`
/// @param unit `ns`, `1/s`, or another one as the tool writes it
public record ForeignMetric(String name, String unit, boolean higherIsBetter) {
    public static final String NANOS = "ns";
    public static final String PER_SECOND = "1/s";

    /// Requests or operations per second.
    public static final ForeignMetric THROUGHPUT =
            new ForeignMetric("throughput", PER_SECOND, true);

    public static final ForeignMetric MEAN = ofTime("mean");

    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d+)?)");

    /// A time, in ns.
    public static ForeignMetric ofTime(String name) {
        return new ForeignMetric(name, NANOS, false);
    }

    /// A percentile of response time, in ns: `p99.9` of 99.9.
    public static ForeignMetric percentile(BigDecimal percent) {
        return ofTime("p" + percent.stripTrailingZeros().toPlainString());
    }

    /// 99.9 of `p99.9`; empty of other metrics.
    public OptionalDouble percent() {
        var matcher = PERCENTILE.matcher(name);
        return matcher.matches()
                ? OptionalDouble.of(Double.parseDouble(matcher.group(1)))
                : OptionalDouble.empty();
    }
}
