package dev.loombench.load.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.load.LoadRequest;
import dev.loombench.base.Window;
import dev.loombench.cli.SampleLoad;
import dev.loombench.finding.Finding;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.LoadShare;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The Java API of the load generator and `loombench load` judge a result alike: 1,000 requests/s
/// over 100 connections for 10 s.
class LoadJudgesTest {
    private static final int SECONDS = 10;
    private static final long SECOND = 1_000_000_000;
    private static final LoadModel MODEL = new LoadModel.Open(1_000, Arrival.CONSTANT, 100);
    private static final LoadResult.Counts GOOD = counts(10_000, Map.of(), 0, 10_000);

    @ParameterizedTest(name = "{0}")
    @MethodSource("results")
    void both_find_the_same_kinds(List<String> kinds, LoadResult result) {
        assertThat(kinds(ofApi(result, OptionalLong.empty())))
                .containsExactlyInAnyOrderElementsOf(kinds);
        assertThat(kinds(ofLab(result, OptionalLong.empty())))
                .containsExactlyInAnyOrderElementsOf(kinds);
    }

    /// The lab may add a cause.
    @ParameterizedTest(name = "{0}")
    @MethodSource("results")
    void both_say_the_same(List<String> kinds, LoadResult result) {
        var ofLab = ofLab(result, OptionalLong.empty());
        var problems = ofApi(result, OptionalLong.empty());
        assertThat(problems).hasSameSizeAs(kinds);
        for (var problem : problems) {
            assertThat(ofLab)
                    .filteredOn(finding -> finding.kind().id().equals(problem.kind().id()))
                    .singleElement()
                    .extracting(finding -> finding.ofLoad().message())
                    .asString()
                    .contains(words(problem));
        }
    }

    /// What is overloaded is another subject where the connections are its limit.
    private static String words(Problem problem) {
        return problem instanceof ShortfallProblem.Overloaded overloaded
                ? overloaded.backlog().text()
                : problem.message();
    }

    static Stream<Arguments> results() {
        var redirected =
                new LoadResult.Counts(
                        10_000, 9_999, Map.of("status-3xx", 1L), 0, 9_999, 0, Map.of(302, 1L));
        var stall = new LoadResult.Stalls(1, 300_000_000, 300_000_000, OptionalLong.of(0), 0);
        return Stream.of(
                arguments(List.of(), result(GOOD, 0, 100, generator(0, 0))),
                // 250 of 10,000 wait at the end: more than 2 %, and less than 2 % and chance, 397
                arguments(
                        List.of("overloaded"),
                        result(counts(10_000, Map.of(), 0, 9_750), 25, 100, generator(0, 0))),
                arguments(
                        List.of("rate-not-achieved"),
                        result(counts(10_000, Map.of(), 0, 9_000), 0, 100, generator(0, 0))),
                arguments(
                        List.of("errors"),
                        result(
                                counts(9_980, Map.of("status-5xx", 20L), 0, 9_980),
                                0,
                                100,
                                generator(0, 0))),
                arguments(
                        List.of("unexpected-redirects"),
                        result(redirected, 0, 100, generator(0, 0))),
                // which explains the missing connections, and why the generator is busy
                arguments(
                        List.of("no-good-response", "requests-unfinished"),
                        result(counts(0, Map.of(), 10_000, 0), 0, 60, generator(0.95, 0))),
                arguments(
                        List.of("connections-not-achieved"), result(GOOD, 0, 60, generator(0, 0))),
                arguments(List.of("generator-saturated"), result(GOOD, 0, 100, generator(0.95, 0))),
                arguments(List.of("schedule-lagged"), result(GOOD, 0, 100, generator(0, 50))),
                arguments(
                        List.of("generator-stalled"),
                        result(GOOD, 0, 100, LoadResults.with(generator(0, 0), stall))));
    }

    @Test
    void both_count_the_requests_that_were_not_sent() {
        var result = result(GOOD, 0, 100, generator(0, 0));
        assertThat(kinds(ofApi(result, OptionalLong.of(20_000))))
                .containsExactly("requests-not-sent");
        assertThat(kinds(ofLab(result, OptionalLong.of(20_000))))
                .containsExactly("requests-not-sent");
    }

    private static List<String> kinds(List<? extends Finding> found) {
        return found.stream().map(finding -> finding.kind().id()).toList();
    }

    private static List<Problem> ofApi(LoadResult result, OptionalLong requests) {
        var request = request(requests);
        var settings = LoadSettings.DEFAULT;
        var plan =
                new LoadPlan(
                        new InetSocketAddress("127.0.0.1", 8080),
                        request.model(),
                        request.traffic(),
                        request.seed(),
                        settings,
                        LoadShare.whole(settings),
                        Map.of());
        return LoadJudge.problems(
                plan, request.warmUp().toSeconds(), result, true, requests, Optional.empty());
    }

    private static List<ResultFinding> ofLab(LoadResult result, OptionalLong requests) {
        return SampleLoad.summary(request(requests), result, false).problems();
    }

    private static LoadRequest request(OptionalLong requests) {
        var sample = SampleLoad.with().request();
        return new LoadRequest(
                sample.url(),
                MODEL,
                sample.traffic(),
                sample.warmUp(),
                sample.duration(),
                requests,
                sample.seed(),
                List.of());
    }

    private static LoadResult.Counts counts(
            long succeeded, Map<String, Long> errors, long unfinished, long inWindow) {
        return LoadResults.counts(10_000, succeeded, errors, unfinished, inWindow, 0);
    }

    private static LoadResult.Generator generator(double busyShare, long lagMillis) {
        var lag = new Histogram(3);
        lag.recordValueWithCount(lagMillis * 1_000_000, 10_000);
        return LoadResults.generator("nio", 0, busyShare, lag);
    }

    /// @param risePerSecond of the response time, 10 ms at first, ms
    private static LoadResult result(
            LoadResult.Counts counts,
            int risePerSecond,
            int established,
            LoadResult.Generator generator) {
        var intervals = new ArrayList<LoadResult.Second>();
        for (int i = 0; i < SECONDS && counts.succeeded() > 0; i++) {
            var times = new Histogram(3);
            times.recordValueWithCount((10L + (long) risePerSecond * i) * 1_000_000, 1_000);
            intervals.add(
                    new LoadResult.Second(new Window(i * SECOND, (i + 1) * SECOND), times, times));
        }
        return LoadResults.of(
                new Window(0, SECONDS * SECOND),
                counts,
                LoadResults.connections(100, established, 0, intervals),
                generator,
                intervals);
    }
}
