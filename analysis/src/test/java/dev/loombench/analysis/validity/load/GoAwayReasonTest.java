package dev.loombench.analysis.validity.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.validity.load.Http2Finding.ConnectionErrors;
import dev.loombench.load.result.ErrorCodes;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Connections;
import dev.loombench.load.result.LoadResult.Events;
import dev.loombench.load.result.Streams;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class GoAwayReasonTest {
    private static final ErrorCodes CALM =
            new ErrorCodes(Map.of("ENHANCE_YOUR_CALM", 20L), Map.of());

    /// Of 2,000 responses, on connections of which GOAWAY ended 20.
    private static LoadResult load(ErrorCodes codes, Map<String, String> faults) {
        var load = SampleRun.completed(1_000, 40).load();
        var open = load.connections();
        var streams =
                new Streams(
                        10,
                        OptionalLong.empty(),
                        20,
                        codes,
                        0,
                        0,
                        0,
                        Map.of(),
                        new Histogram(3),
                        Optional.empty());
        var connections =
                new Connections(
                        open.requested(),
                        open.established(),
                        20,
                        0,
                        0,
                        0,
                        open.inFlight(),
                        open.connectTime(),
                        Optional.empty(),
                        Optional.of(streams));
        var events = new Events(0, 0, 0, new Histogram(3), new Histogram(3), Map.of(), faults);
        return new LoadResult(
                load.window(),
                load.counts(),
                connections,
                load.generator(),
                load.requests(),
                load.intervals(),
                Optional.of(events));
    }

    @Test
    void the_first_reason_that_a_server_gave_is_in_the_finding() {
        var loads =
                List.of(
                        load(ErrorCodes.NONE, Map.of("malformed", "a second :status")),
                        load(ErrorCodes.NONE, Map.of("go-away", "max_age")));
        assertThat(ConnectionsClosed.of("a", loads))
                .contains(new ConnectionsClosed("a", 100, true, Optional.of("max_age")));
    }

    /// Even where the server hides a code of the terminal in it.
    @Test
    void the_reason_of_an_error_is_quoted() {
        var loads = List.of(load(CALM, Map.of("go-away", "too\u001b[2Jmany")));
        var finding = ConnectionErrors.of("a", loads).orElseThrow();
        assertThat(finding.codes()).isEqualTo(Map.of("ENHANCE_YOUR_CALM", 20L));
        assertThat(finding.reason()).contains("too\ufffd[2Jmany");
        assertThat(finding.words(LongerRun.UNKNOWN).message()).contains("\"too\ufffd[2Jmany\"");
    }

    /// In one trial connections end with a reason, in another one with an error.
    @Test
    void the_reason_of_an_end_without_an_error_is_none_of_an_error() {
        var loads =
                List.of(load(ErrorCodes.NONE, Map.of("go-away", "max_age")), load(CALM, Map.of()));
        assertThat(ConnectionErrors.of("a", loads).orElseThrow().reason()).isEmpty();
        assertThat(ConnectionsClosed.of("a", loads).orElseThrow().reason()).contains("max_age");
    }

    @Test
    void the_reason_of_an_error_is_none_of_an_end_without_an_error() {
        var loads =
                List.of(
                        load(CALM, Map.of("go-away", "too_many_pings")),
                        load(ErrorCodes.NONE, Map.of()));
        assertThat(ConnectionsClosed.of("a", loads).orElseThrow().reason()).isEmpty();
        assertThat(ConnectionErrors.of("a", loads).orElseThrow().reason())
                .contains("too_many_pings");
    }

    @Test
    void without_a_reason_there_is_none() {
        assertThat(ConnectionsClosed.of("a", List.of(load(ErrorCodes.NONE, Map.of()))))
                .contains(new ConnectionsClosed("a", 100, true, Optional.empty()));
    }
}
