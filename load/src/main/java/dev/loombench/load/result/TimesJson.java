package dev.loombench.load.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/// The times of the requests of a load, as data.
///
/// @param arrivingRequest absent for a rate
/// @param responsesBeyond absent when nothing was recorded
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record TimesJson(
        Optional<LatencyJson> responseTime,
        Optional<LatencyJson> serviceTime,
        Optional<LatencyJson> arrivingRequest,
        Optional<BeyondJson> responsesBeyond,
        Optional<LatencyJson> sendLag) {

    /// @param responseTime, `serviceTime` and `sendLag` in ns
    /// @param arriving response times of an arriving request; empty for a rate
    public static TimesJson of(
            Histogram responseTime,
            Histogram serviceTime,
            Optional<Histogram> arriving,
            Histogram sendLag) {
        return new TimesJson(
                LatencyJson.of(responseTime),
                LatencyJson.of(serviceTime),
                arriving.flatMap(LatencyJson::of),
                BeyondJson.of(responseTime, arriving),
                LatencyJson.of(sendLag));
    }
}
