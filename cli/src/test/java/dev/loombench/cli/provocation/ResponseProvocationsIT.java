package dev.loombench.cli.provocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.analysis.validity.consistency.ConsistencyFinding.ClocksDisagree;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.CountsDisagree;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.LittlesLawBroken;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.ServerIdle;
import dev.loombench.analysis.validity.generator.ScheduleLagged;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.analysis.validity.load.Overloaded;
import dev.loombench.analysis.validity.load.WindowTooShort;
import dev.loombench.analysis.validity.stationarity.WindowDrift;
import dev.loombench.experiment.Metric;
import java.util.Collections;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Findings about late, failed and missing responses of real servers.
class ResponseProvocationsIT extends ProvocationFixture {
    @Test
    void a_handler_slower_than_the_window_makes_the_result_invalid() throws Exception {
        var findings =
                findings(
                        experiment(
                                "jdk-httpserver, model: virtual",
                                "rate: 20/s, path: \"/sleep?ms=800\"",
                                "warm-up: 500ms, measure: 500ms"));
        assertThat(invalid(findings)).hasAtLeastOneElementOfType(WindowTooShort.class);
    }

    /// However many requests a busy machine leaves: at each end of the window, and by the rounding
    /// of either count, it may have one error more or fewer than a tenth of them.
    @Test
    void one_error_in_ten_makes_the_result_invalid() throws Exception {
        var findings = provoked("choosy", "users: 10");
        assertFound(findings, Errors.class);
        assertThat(invalid(findings))
                .filteredOn(Errors.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        Errors.class,
                        f -> {
                            double requests = f.errors() / f.share();
                            assertThat(f.errors() - requests / 10).isCloseTo(0, within(4.0));
                            assertThat(Collections.min(f.kinds().keySet())).isEqualTo("status-5xx");
                        });
    }

    @Test
    void slow_responses_of_an_idle_server_have_another_bottleneck() throws Exception {
        var findings = provoked("hidden-pool", "users: 40");
        assertFound(findings, ServerIdle.class);
    }

    /// Five of ten users wait for longer than the window, so it contains none of their responses.
    /// Where the generator stands still for 0.4 s at an end of the window, the others are two more
    /// or two fewer.
    @Test
    void users_that_hang_violate_little_s_law() throws Exception {
        assertThat(invalid(provoked("lopsided", "users: 10")))
                .filteredOn(LittlesLawBroken.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        LittlesLawBroken.class,
                        f -> {
                            assertThat(f.users()).isEqualTo(10);
                            assertThat(f.accounted()).isBetween(3.0, 8.0);
                        });
    }

    /// 4 threads and 20 ms allow 200 requests per second; 300 arrive. 30 queue at the server, the
    /// others at the load generator. Responses to all 30 may have been sent before the window, in
    /// which a generator that had no processor reads them.
    @Test
    void arrivals_above_the_capacity_are_an_overload() throws Exception {
        var findings =
                findings(
                        experiment(
                                "provoking, model: hidden-pool",
                                "rate: 300/s, connections: 30, path: /",
                                "warm-up: 500ms, measure: 4s"));
        assertThat(findings)
                .filteredOn(Overloaded.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        Overloaded.class,
                        f -> {
                            assertThat(f.backlog().arrivals()).isBetween(295.0, 305.0);
                            // four more at once than in the time of the window of 4 s
                            assertThat(f.backlog().responses()).isLessThan(200 + (30 + 5) / 4.0);
                            assertThat(f.backlog().growth()).isGreaterThan(50);
                        });
        assertThat(invalid(findings)).hasAtLeastOneElementOfType(ScheduleLagged.class);
    }

    @Test
    void work_after_the_response_shows_on_the_server_s_clock() throws Exception {
        assertThat(invalid(provoked("diligent", "users: 2, think-time: 50ms")))
                .filteredOn(ClocksDisagree.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        ClocksDisagree.class,
                        f -> {
                            // of 0.2 s, and delays of the machine
                            assertThat(f.handlerSeconds()).isBetween(0.19, 1.0);
                            assertThat(f.serviceSeconds()).isLessThan(f.handlerSeconds() / 2);
                        });
    }

    /// A response waits for a request of another client, so the server handles twice as many. Its
    /// rate is that between two samples, up to a response time away from the window's ends.
    @Test
    @Tag("alone")
    void another_client_shows_in_the_server_s_counts() throws Exception {
        var findings =
                findings(
                        experiment(
                                "provoking, model: shared",
                                "users: 10, path: /",
                                "warm-up: 500ms, measure: 3s"));
        assertFound(findings, CountsDisagree.class);
        assertThat(invalid(findings))
                .filteredOn(CountsDisagree.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        CountsDisagree.class,
                        f ->
                                assertThat(f.handledPerSecond() / f.responsesPerSecond())
                                        .isBetween(1.6, 2.4));
    }

    /// On a busy machine the warm-up may call it steady, and the search for changes may find none
    /// beyond the noise. The first and the last third of the window differ by far more than that.
    @Test
    @Tag("alone")
    void a_server_that_slows_down_drifts_within_the_window() throws Exception {
        var findings =
                findings(
                        experiment(
                                "provoking, model: tiring",
                                "users: 20, path: /",
                                "warm-up: {min: 500ms, max: 3s}, measure: 10s"));
        assertThat(findings)
                .filteredOn(WindowDrift.class::isInstance)
                .map(WindowDrift.class::cast)
                .filteredOn(f -> f.metric() == Metric.THROUGHPUT)
                .singleElement()
                .satisfies(f -> assertThat(f.ratio()).isLessThan(0.9));
    }
}
