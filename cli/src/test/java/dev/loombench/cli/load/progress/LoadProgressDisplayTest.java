package dev.loombench.cli.load.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.base.Window;
import dev.loombench.cli.RecordedTerminal;
import dev.loombench.cli.console.AnsiLiveDisplay;
import dev.loombench.cli.console.ShutdownSignal;
import dev.loombench.load.SimulatedClock;
import dev.loombench.load.SimulatedLoad;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.traffic.LoadModel;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The display of a simulated load of 1,000 requests per second that take 20 ms each, on a terminal
/// of 7 lines by 60 columns. In the first second of a phase the load is checked every 20 ms, and so
/// redrawn every 260 ms.
class LoadProgressDisplayTest {
    private static final LoadModel MODEL = new LoadModel.Closed(2, Duration.ofMillis(1));
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final long START = 5_000_000_000L;

    private final SimulatedClock clock = new SimulatedClock(START);
    private final SimulatedLoad load = new SimulatedLoad(clock, 2, 1_000, Duration.ofMillis(20));
    private final RecordedTerminal terminal = new RecordedTerminal(7, 60);
    private final PrintWriter out = new PrintWriter(terminal);
    private final ShutdownSignal signal = new ShutdownSignal();
    private final List<Duration> pauses = new ArrayList<>();

    private boolean advance(ShutdownSignal stop, Duration length) {
        pauses.add(length);
        clock.advance(length.toNanos());
        return stop.isRequested();
    }

    private Duration elapsed() {
        return Duration.ofNanos(clock.nanoTime() - START);
    }

    private LoadProgressDisplay live(LoadProgressDisplay.Pause pause) {
        return new LoadProgressDisplay(
                out, MODEL, 2, new AnsiLiveDisplay(out), clock::nanoTime, pause);
    }

    /// The last draw is 780 ms into the third second: 23.4 of 30 columns, and 760 responses in the
    /// second up to it. The load paused in the second second, in which the last 20 of 1,000
    /// responses arrived.
    @Test
    void it_is_redrawn_in_place_and_removed_at_the_end() throws Exception {
        out.print("$ loombench load\n");
        try (var display = live(this::advance)) {
            assertThat(display.await(load, "warm-up", SECOND, signal)).isTrue();
            assertThat(terminal.text().get(1)).startsWith("warm-up     ").endsWith("0 of 1 s");
            load.pause();
            assertThat(display.await(load, "paused", SECOND, signal)).isTrue();
            load.resume();
            var times = SampleRun.histogram(1_000, 20);
            display.add(new Second(new Window(START, START + 1), times, times));
            assertThat(display.await(load, "measuring", SECOND, signal)).isTrue();
            assertThat(terminal.text())
                    .containsExactly(
                            "$ loombench load",
                            "measuring   ███████████████████████▍       0 of 1 s",
                            "rate        760/s responses",
                            "now         20 in flight, 0 errors, 2 of 2 connections open",
                            "service     p50 20.0 ms, p99 20.0 ms, p99.9 20.0 ms",
                            "throughput  █▁",
                            "p99         █");
            assertThat(terminal.scrolled()).isZero();
        }
        assertThat(terminal.text()).containsExactly("$ loombench load");
        assertThat(terminal.isRestored()).isTrue();
    }

    @Test
    void a_phase_is_checked_every_20_to_100_ms_and_ends_on_time() throws Exception {
        try (var display = live(this::advance)) {
            assertThat(display.await(load, "measuring", Duration.ofSeconds(20), signal)).isTrue();
        }
        assertThat(elapsed()).isEqualTo(Duration.ofSeconds(20));
        assertThat(pauses.subList(0, pauses.size() - 1))
                .allSatisfy(pause ->
                        assertThat(pause).isBetween(Duration.ofMillis(20), Duration.ofMillis(100)))
                .startsWith(Duration.ofMillis(20))
                .contains(Duration.ofMillis(100));
    }

    @Test
    void a_requested_stop_ends_it_at_once() throws Exception {
        LoadProgressDisplay.Pause stoppedAfterASecond =
                (stop, length) -> {
                    clock.advance(length.toNanos());
                    if (elapsed().compareTo(SECOND) >= 0) {
                        stop.request();
                    }
                    return stop.isRequested();
                };
        try (var display = live(stoppedAfterASecond)) {
            assertThat(display.await(load, "measuring", HOUR, signal)).isFalse();
        }
        assertThat(elapsed()).isEqualTo(SECOND);
    }

    @Test
    void without_a_terminal_it_is_a_line_every_ten_seconds() throws Exception {
        var lines = new StringWriter();
        var plain = new PrintWriter(lines);
        try (var display =
                new LoadProgressDisplay(plain, MODEL, 2, null, clock::nanoTime, this::advance)) {
            assertThat(display.await(load, "measuring", Duration.ofSeconds(25), signal)).isTrue();
        }
        assertThat(lines.toString().lines())
                .satisfiesExactly(
                        first ->
                                assertThat(first)
                                        .startsWith("measuring 10 of 25 s: 998/s responses, 20 in"),
                        second ->
                                assertThat(second)
                                        .startsWith(
                                                "measuring 20 of 25 s: 1,000/s responses, 20 in"));
    }
}
