package dev.loombench.cli;

import dev.loombench.SampleRun;
import dev.loombench.analysis.load.LoadRequest;
import dev.loombench.analysis.load.LoadSummary;
import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.load.threshold.LoadThreshold;
import dev.loombench.requests.LoadUrl;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/// A load of 100 requests/s for 10 s with figures chosen by hand: 970 requests took 10 ms, 20 took
/// 80 ms, 10 failed.
public final class SampleLoad {
    private SampleLoad() {}

    public static LoadSummary with(String... thresholds) {
        return withResponsesInWindow(990, thresholds);
    }

    /// The sample with another number of responses within the window.
    public static LoadSummary withResponsesInWindow(long inWindow, String... thresholds) {
        var window = new Window(0, 10_000_000_000L);
        var latencies = new Histogram(1_000, 3_600_000_000_000L, 3);
        latencies.recordValueWithCount(10_000_000, 970);
        latencies.recordValueWithCount(80_000_000, 20);
        var lag = new Histogram(1_000, 3_600_000_000_000L, 3);
        lag.recordValueWithCount(100_000, 1_000);
        var intervals = List.of(new LoadResult.Second(window, latencies, latencies));
        var result =
                LoadResults.of(
                        window,
                        LoadResults.counts(
                                1_000,
                                990,
                                Map.of("status-5xx", 9L, "reset", 1L),
                                0,
                                inWindow,
                                2 << 20),
                        LoadResults.connections(8, 8, 1, intervals),
                        LoadResults.generator("nio", 9_900_000, 0.05, lag),
                        intervals);
        return summary(request(thresholds), result, false);
    }

    /// A closed load of five users, each of whom waits for a pause of 100 ms once and sends 1,900
    /// other requests of 1 ms: with probability (100 - w) / 2,000 an arriving request takes longer
    /// than w, so its p99 is 80 ms.
    public static LoadSummary paused(String... thresholds) {
        var plain = with(thresholds);
        var result = plain.result();
        var request = plain.request();
        var times = SampleRun.histogram(9_500, 1);
        times.add(SampleRun.histogram(5, 100));
        return summary(
                new LoadRequest(
                        request.url(),
                        new LoadModel.Closed(5, Duration.ZERO),
                        request.traffic(),
                        request.warmUp(),
                        request.duration(),
                        OptionalLong.empty(),
                        1,
                        request.thresholds()),
                LoadResults.of(
                        result.window(),
                        LoadResults.counts(9_505, 9_505, Map.of(), 0, 9_505, 2 << 20),
                        result.connections(),
                        result.generator(),
                        List.of(new LoadResult.Second(result.window(), times, times))),
                false);
    }

    /// The sample with another result.
    public static LoadSummary of(LoadResult result, String... thresholds) {
        return summary(request(thresholds), result, false);
    }

    /// A load of a server whose process is unknown.
    public static LoadSummary summary(LoadRequest request, LoadResult result, boolean interrupted) {
        return new LoadSummary(
                request,
                result,
                interrupted,
                OptionalLong.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                List.of(),
                false,
                Optional.empty());
    }

    /// The sample, ended after a number of requests.
    public static LoadSummary ofRequests(long count, String... thresholds) {
        var plain = with(thresholds);
        var request = plain.request();
        return summary(
                new LoadRequest(
                        request.url(),
                        request.model(),
                        request.traffic(),
                        request.warmUp(),
                        request.duration(),
                        OptionalLong.of(count),
                        1,
                        request.thresholds()),
                plain.result(),
                false);
    }

    /// The sample with another model, another number of failures of 10,000, and another share of
    /// time in which the generator waited for CPU.
    public static LoadSummary with(LoadModel model, long failed, double waitShare) {
        var plain = with();
        var result = plain.result();
        var generator = result.generator();
        var request = plain.request();
        return summary(
                new LoadRequest(
                        request.url(),
                        model,
                        request.traffic(),
                        request.warmUp(),
                        request.duration(),
                        OptionalLong.empty(),
                        1,
                        List.of()),
                LoadResults.of(
                        result.window(),
                        LoadResults.counts(
                                10_000, 10_000 - failed, Map.of("reset", failed), 0, 990, 2 << 20),
                        result.connections(),
                        new LoadResult.Generator(
                                "nio",
                                "",
                                "1ms",
                                OptionalLong.empty(),
                                1,
                                generator.cpuNanos(),
                                generator.busyShare(),
                                OptionalLong.of(7),
                                OptionalDouble.of(waitShare),
                                generator.sendLag(),
                                generator.stalls()),
                        result.intervals()),
                false);
    }

    private static LoadRequest request(String... thresholds) {
        var url = LoadUrl.parse("http://127.0.0.1:8080/hello");
        return new LoadRequest(
                url,
                new LoadModel.Open(100, Arrival.CONSTANT, 8),
                Traffic.of(new Request("GET", url.path(), Map.of(), "", Duration.ofSeconds(1))),
                Duration.ofSeconds(2),
                Duration.ofSeconds(10),
                OptionalLong.empty(),
                1,
                Arrays.stream(thresholds).map(LoadThreshold::parse).toList());
    }
}
