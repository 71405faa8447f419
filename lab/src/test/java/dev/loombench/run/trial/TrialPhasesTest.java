package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.SampleRun;
import dev.loombench.base.RandomStream;
import dev.loombench.load.probe.Probe;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Events;
import dev.loombench.load.result.LoadResults;
import dev.loombench.result.Trial;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.traffic.ErrorPolicy;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// The decisions of the phases before and after the warm-up.
class TrialPhasesTest {
    private static final long MILLI = 1_000_000;

    @Test
    void a_single_user_needs_3_responses_or_1_after_a_second() {
        assertThat(UnloadedPhase.hasEnough(3, 299 * MILLI)).isFalse();
        assertThat(UnloadedPhase.hasEnough(3, 300 * MILLI)).isTrue();
        assertThat(UnloadedPhase.hasEnough(2, 999 * MILLI)).isFalse();
        assertThat(UnloadedPhase.hasEnough(1, 1_000 * MILLI)).isTrue();
        assertThat(UnloadedPhase.hasEnough(0, 60_000 * MILLI)).isFalse();
    }

    @Test
    void a_probe_is_sent_unless_errors_are_expected() {
        var load = new LoadModel.Closed(400, Duration.ZERO);
        assertThat(ProbePhase.isNeeded(SampleRun.experiment().traffic())).isTrue();
        assertThat(ProbePhase.isNeeded(SampleRun.experiment(load, ErrorPolicy.EXPECTED).traffic()))
                .isFalse();
    }

    @Test
    void a_probe_has_at_least_30_seconds() {
        var traffic = SampleRun.experiment().traffic();
        assertThat(ProbePhase.withTimeLimit(traffic.withTimeout(Duration.ofSeconds(1))).timeout())
                .isEqualTo(Duration.ofSeconds(30));
        assertThat(ProbePhase.withTimeLimit(traffic.withTimeout(Duration.ofSeconds(40))).timeout())
                .isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void a_failed_probe_of_a_single_request_fails_the_trial() {
        var traffic = SampleRun.experiment().traffic();
        assertThat(ProbePhase.failsTrial(new Probe.Failure(true, "status 404"), traffic)).isTrue();
        assertThat(ProbePhase.failsTrial(new Probe.Failure(false, "refused"), traffic)).isTrue();
    }

    /// Of a server that refuses some of its requests.
    @Test
    void an_unexpected_status_counts_where_the_requests_after_it_have_it_too() throws Exception {
        var refused = Optional.of(new Probe.Failure(true, "status 503"));
        var answers = List.of(refused, refused, Optional.<Probe.Failure>empty()).iterator();
        assertThat(ProbePhase.failure(answers::next)).isEmpty();
        assertThat(answers.hasNext()).isFalse();
        assertThat(ProbePhase.failure(() -> refused)).isEqualTo(refused);

        var unanswered = Optional.of(new Probe.Failure(false, "connection refused"));
        var once = List.of(unanswered).iterator();
        assertThat(ProbePhase.failure(once::next)).isEqualTo(unanswered);
    }

    @Test
    void a_window_without_a_good_response_fails_the_trial() {
        var good = SampleRun.completed(1_000, 400, Map.of("timeout", 7L), 400, 0.2).load();
        assertThatCode(() -> MeasurePhase.requireResponse(good)).doesNotThrowAnyException();
        var none = SampleRun.completed(0, 400, Map.of("timeout", 7L), 400, 0.2).load();
        assertThatExceptionOfType(ServerFailed.class)
                .isThrownBy(() -> MeasurePhase.requireResponse(none))
                .withMessage("no good response in the measured window; errors: timeout 7");
        var plain = SampleRun.completed(0, 400, Map.of("tls-expected", 7L), 400, 0.2).load();
        assertThatExceptionOfType(ServerFailed.class)
                .isThrownBy(() -> MeasurePhase.requireResponse(plain))
                .withMessageContaining("the server expects TLS: use https://")
                .withMessageContaining("--insecure or --cacert");
    }

    @Test
    void what_was_wrong_with_the_responses_is_said() {
        var none = SampleRun.completed(0, 400, Map.of("timeout", 7L), 400, 0.2).load();
        var faults = Map.of("timeout", "the response began and did not end");
        var events = new Events(0, 0, 0, new Histogram(3), new Histogram(3), Map.of(), faults);
        var streams =
                new LoadResult(
                        none.window(),
                        none.counts(),
                        none.connections(),
                        none.generator(),
                        none.requests(),
                        none.intervals(),
                        Optional.of(events));
        assertThatExceptionOfType(ServerFailed.class)
                .isThrownBy(() -> MeasurePhase.requireResponse(streams))
                .withMessage(
                        "no good response in the measured window; errors: timeout 7; timeout: the response began and did not end");
    }

    /// Its requests are answered after the 2 s of the window.
    @Test
    void a_window_in_which_no_good_response_arrived_fails_the_trial() {
        var good = SampleRun.completed(1_000, 2_500).load();
        var later =
                LoadResults.of(
                        good.window(),
                        LoadResults.counts(2_000, 2_000, Map.of(), 0, 0, 0),
                        good.connections(),
                        good.generator(),
                        good.intervals());
        assertThatExceptionOfType(ServerFailed.class)
                .isThrownBy(() -> MeasurePhase.requireResponse(later))
                .withMessage(
                        "no good response arrived within the measured window, and 2,000 after it");
    }

    /// Its ten users sent their requests in the warm-up, and wait for longer than the window.
    @Test
    void a_server_that_hangs_did_not_answer_the_requests_before_the_window() {
        var none = SampleRun.completed(0, 400).load();
        var hung =
                LoadResults.of(
                        none.window(),
                        none.counts(),
                        LoadResults.connections(10, 10, 0, 0, 0, 10, new Histogram(3)),
                        none.generator(),
                        none.intervals());
        assertThatExceptionOfType(ServerFailed.class)
                .isThrownBy(() -> MeasurePhase.requireResponse(hung))
                .withMessage(
                        "10 requests were sent before the measured window, and none was answered by its end");
    }

    @Test
    void the_variants_of_a_round_have_the_same_load_and_rounds_differ() {
        assertThat(
                        LongStream.of(1, 1, 2)
                                .map(round ->
                                        TrialRunner.loadSeed(42, new Trial(1, "v", (int) round))))
                .containsExactly(
                        RandomStream.BLOCK.seed(42, 1),
                        RandomStream.BLOCK.seed(42, 1),
                        RandomStream.BLOCK.seed(42, 2));
    }
}
