package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.SampleRun;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.result.LoadResult;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.result.Observation;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.trial.MeasurePhase.Edges;
import dev.loombench.run.trial.slice.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/// A simulated load that needs 5 ms to open its window and 40 ms to close it.
class MeasurePhaseTest {
    private static final long START = 5_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private static final LoadResult RESULT = SampleRun.completed(1_000, 400).load();

    private long now = START;
    private final List<Long> pauses = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final List<Long> samples = new ArrayList<>();
    private final List<String> updates = new ArrayList<>();
    private final Pause advance =
            (_, nanos) -> {
                pauses.add(nanos / MILLI);
                now += nanos;
            };

    private long millis() {
        return (now - START) / MILLI;
    }

    private void event(String name) {
        events.add(name + " " + millis());
    }

    /// @param isOver by the milliseconds since the start of the window
    /// @param responses since the start, by the milliseconds since then
    private LoadResult run(
            MeasurePhase phase, LongPredicate isOver, LongUnaryOperator responses, Pause pause)
            throws Exception {
        return run(phase, Edges.of(session()), isOver, responses, pause);
    }

    private LoadResult run(
            MeasurePhase phase,
            Edges edges,
            LongPredicate isOver,
            LongUnaryOperator responses,
            Pause pause)
            throws Exception {
        return phase.run(
                load(isOver, responses),
                edges,
                () -> now,
                pause,
                sample -> samples.add((sample.nanos() - START) / MILLI),
                (activity, elapsed, rate) ->
                        updates.add(
                                "%s %d ms, %.0f/s".formatted(activity, elapsed.toMillis(), rate)));
    }

    private MeasurePhase.WindowedLoad load(LongPredicate isOver, LongUnaryOperator responses) {
        return new MeasurePhase.WindowedLoad() {
            @Override
            public LoadProgress progress() {
                return new LoadProgress(now, responses.applyAsLong(millis()), 0, 0, 0, 0, 0);
            }

            @Override
            public long open(OptionalLong requests) {
                requests.ifPresent(n -> events.add(n + " requests"));
                now += 5 * MILLI;
                event("open");
                return now;
            }

            @Override
            public boolean isOver(Duration length) {
                return isOver.test(millis() - 5);
            }

            @Override
            public LoadResult close() {
                event("close");
                now += 40 * MILLI;
                return RESULT;
            }
        };
    }

    private ObservationSession session() {
        return new ObservationSession() {
            @Override
            public void sample() {
                event("observe");
            }

            @Override
            public void sampleSliceEnd() {
                event("observe slice");
            }

            @Override
            public List<Observation> read() {
                return List.of();
            }

            @Override
            public void close() {}
        };
    }

    private static MeasurePhase phase(long millis) {
        return new MeasurePhase(Duration.ofMillis(millis), OptionalLong.empty());
    }

    @Test
    void it_samples_each_quarter_of_a_second_and_at_the_end_of_the_window() throws Exception {
        assertThat(run(phase(600), ms -> ms >= 600, ms -> ms, advance)).isSameAs(RESULT);
        assertThat(pauses).containsExactly(250L, 250L, 100L);
        assertThat(samples).containsExactly(0L, 255L, 505L, 605L);
    }

    @Test
    void the_server_is_observed_just_before_and_after_the_window() throws Exception {
        run(phase(600), ms -> ms >= 600, ms -> ms, advance);
        assertThat(events).containsExactly("observe 0", "open 5", "close 605", "observe 645");
    }

    @Test
    void between_slices_only_the_cheap_sources_are_sampled() throws Exception {
        var phase = phase(100);
        var session = session();
        run(phase, new Edges(session, true, false), ms -> ms >= 100, ms -> ms, advance);
        run(phase, new Edges(session, false, false), ms -> ms >= 245, ms -> ms, advance);
        run(phase, new Edges(session, false, true), ms -> ms >= 390, ms -> ms, advance);
        assertThat(events)
                .filteredOn(event -> event.startsWith("observe"))
                .containsExactly(
                        "observe 0",
                        "observe slice 145",
                        "observe slice 145",
                        "observe slice 290",
                        "observe slice 290",
                        "observe 435");
    }

    /// 2 responses per ms up to 255 ms, then 1.
    @Test
    void the_progress_shows_the_throughput_since_the_sample_before() throws Exception {
        run(phase(600), ms -> ms >= 600, ms -> ms + Math.min(ms, 255), advance);
        assertThat(updates)
                .containsExactly(
                        "measuring 250 ms, 2000/s",
                        "measuring 500 ms, 1000/s",
                        "measuring 600 ms, 1000/s");
    }

    /// One response after a second: in the sample that has it, a quarter of a second would have
    /// 4/s, and in the others none.
    @Test
    void below_ten_responses_per_second_the_progress_shows_the_mean() throws Exception {
        run(phase(2_000), ms -> ms >= 2_000, ms -> ms >= 1_005 ? 1 : 0, advance);
        assertThat(updates)
                .contains("measuring 750 ms, 0/s", "measuring 1000 ms, 1/s")
                .endsWith("measuring 1750 ms, 1/s", "measuring 2000 ms, 1/s"); // 0.57, 0.50
    }

    @Test
    void a_fixed_number_of_requests_can_end_it_early() throws Exception {
        var phase = new MeasurePhase(Duration.ofMinutes(10), OptionalLong.of(300));
        run(phase, ms -> ms >= 300, ms -> ms, advance);
        assertThat(events)
                .containsExactly("observe 0", "300 requests", "open 5", "close 505", "observe 545");
    }

    @Test
    void held_connections_without_a_response_extend_it_by_whole_intervals() throws Exception {
        run(phase(400), ms -> ms >= 800, _ -> 0, advance);
        assertThat(pauses).containsExactly(250L, 150L, 250L, 250L);
        assertThat(events).contains("close 905");
    }

    @Test
    void a_server_that_fails_ends_it_without_a_result() {
        Pause failing =
                (phase, _) -> {
                    throw new ServerFailed(phase, "the server ended");
                };
        assertThatExceptionOfType(ServerFailed.class)
                .isThrownBy(() -> run(phase(600), ms -> ms >= 600, ms -> ms, failing))
                .satisfies(failed ->
                        assertThat(failed.outcome(List.of()).phase()).isEqualTo("measure"));
        assertThat(events).containsExactly("observe 0", "open 5");
    }

    @Test
    void its_length_and_requests_are_those_of_the_experiment() {
        var phases = SampleRun.experiment().phases();
        assertThat(MeasurePhase.of(phases))
                .isEqualTo(new MeasurePhase(phases.measure(), phases.requests()));
    }
}
