package dev.loombench.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.HeldWindow;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.capacity.QueueProcess.Faults;
import dev.loombench.capacity.QueueProcess.Queue;
import dev.loombench.capacity.QueueProcess.Service;
import dev.loombench.result.Trial;
import dev.loombench.traffic.Arrival;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// How long searches hold a rate.
class HeldSearchTest {
    private static final int PROCESSES = 4;
    private static final int SEARCHES = 20;

    private static CapacitySettings settings(String objective, Duration hold) {
        return new CapacitySettings(
                Objectives.parse(List.of(objective)),
                PROCESSES,
                Duration.ofSeconds(6),
                Arrival.POISSON,
                1_000,
                hold,
                Duration.ZERO);
    }

    private static final CapacitySettings MINUTE = settings("p99<50ms", Duration.ofMinutes(1));

    private static VariantCapacity search(ProbedProcess.Starter starter)
            throws InterruptedException {
        var search = new VariantSearch(SampleRun.manifest(), MINUTE, starter, SampleRun.POOL);
        int last = 1 + PROCESSES;
        for (int block = 1; block <= last; block++) {
            if (block == 1 || search.goesOn()) {
                search.execute(new Trial(block, SampleRun.POOL, block), block == last);
            }
        }
        return search.result();
    }

    /// The seconds of each, where the server violates the objectives in the first of them.
    private static List<Long> held(int violated) throws InterruptedException {
        var held = new ArrayList<Duration>();
        search((trial, _) -> new Scripted(trial, violated, 0, held));
        return held.stream().map(Duration::toSeconds).toList();
    }

    @Test
    void each_window_after_a_violation_is_four_times_as_long_up_to_eight_minutes()
            throws InterruptedException {
        assertThat(held(0)).containsExactly(60L);
        assertThat(held(1)).containsExactly(60L, 240L);
        assertThat(held(2)).containsExactly(60L, 240L, 480L);
        assertThat(held(4)).containsExactly(60L, 240L, 480L, 480L);
    }

    /// While the capacity was bracketed, rates above 400/s used 1,000 times what is allowed: a
    /// thousand requests or more, among some hundred thousand of windows below 950/s. Later the
    /// server holds up to 1,000/s.
    @Test
    void a_rate_is_held_again_where_short_windows_have_seen_more_than_is_allowed()
            throws InterruptedException {
        var held = new ArrayList<Duration>();
        var found = search((trial, _) -> new Scripted(trial, 0, 1_000, held));
        assertThat(found.capacity().figure()).isCloseTo(1_000, within(10.0));
        assertThat(held).containsExactly(Duration.ofMinutes(1), Duration.ofMinutes(4));
        assertThat(found.held(MINUTE.objectives()).orElseThrow().seconds()).isEqualTo(240);
    }

    /// p99.9 allows a tenth of the slow responses of p99, so that its first window has 5 minutes.
    @Test
    void a_window_that_is_long_from_the_start_becomes_no_shorter() {
        assertThat(MINUTE.holding(900, 1)).isEqualTo(Duration.ofMinutes(1));
        assertThat(MINUTE.holding(900, 4)).isEqualTo(Duration.ofMinutes(4));
        var rare = settings("p99.9<50ms", Duration.ofMinutes(1));
        assertThat(rare.holding(900, 1)).isEqualTo(Duration.ofMinutes(5));
        assertThat(rare.holding(900, 4)).isEqualTo(Duration.ofMinutes(8));
        var patient = settings("p99<50ms", Duration.ofMinutes(10));
        assertThat(patient.holding(900, 1)).isEqualTo(Duration.ofMinutes(10));
        assertThat(patient.holding(900, 16)).isEqualTo(Duration.ofMinutes(10));
    }

    /// M/M/1 of 1 ms that pauses 2 s every 150 s, 1.3 % of the time: no rate holds p99<50ms. The
    /// first window of a minute has a pause in about two searches of five; the next one of a minute
    /// would begin just after it and hold 0.9 times the rate. One of 4 minutes has a whole pause,
    /// after which at least 6 s of arrivals are slow, and 2.4 s may be; those of 8 minutes have
    /// three, of at least 1.95 s each, and 4.8 s may be slow.
    ///
    /// The pauses begin at 20 equal distances. That none of 20 searches has one in its first window
    /// is likely with less than `0.6^20`, 4e-5; that a window of 8 minutes holds at a tenth of the
    /// rate, where the slow arrivals of three pauses have a deviation of 5 %, with less than 1e-5.
    @Test
    void no_search_passes_between_pauses_after_it_has_met_one() throws InterruptedException {
        int met = 0;
        for (int seed = 0; seed < SEARCHES; seed++) {
            double phase = 150.0 * seed / SEARCHES;
            var queue =
                    Queue.of(1, 0.001, Service.exponential(0.001))
                            .with(new Faults(150, 2, 0, 0, phase, 0));
            var random = new SplittableRandom(seed);
            var found =
                    search((trial, _) ->
                            new QueueProcess(queue, MINUTE.objectives(), trial, random.split()));
            var held = found.probes().stream().filter(p -> p.purpose() == Purpose.HOLD).toList();
            if (held.stream().anyMatch(RateProbe::violates)) {
                met++;
                assertThat(found.capacity())
                        .as("seed %d", seed)
                        .isInstanceOfAny(Capacity.NotMet.class, Capacity.Unknown.class);
            } else if (!held.isEmpty()) {
                assertThat(pauses(found).everySeconds())
                        .as("which the result says, seed %d", seed)
                        .isCloseTo(20, within(0.1));
            }
        }
        assertThat(met).isPositive();
    }

    private static HeldWindow.Pauses pauses(VariantCapacity found) {
        return found.held(MINUTE.objectives()).orElseThrow().pauses().orElseThrow();
    }

    /// A server that holds the objectives up to 1,000/s, and violates them in the first long
    /// windows.
    ///
    /// @param violated how many
    /// @param bracketing burn of windows that bracket at rates above 400/s; 0 for that of others
    /// @param held the lengths of the long windows
    private record Scripted(Trial trial, int violated, double bracketing, List<Duration> held)
            implements SimulatedProcess {
        @Override
        public double warmThroughput() {
            return 1_000;
        }

        @Override
        public ProbedProcess.Window probe(
                Purpose purpose, double rate, Duration settling, Duration length) {
            double burn = Math.pow(rate / 1_000, 20);
            if (purpose == Purpose.HOLD) {
                burn = held.size() < violated ? 2 : 0.5;
                held.add(length);
            } else if (purpose == Purpose.BRACKET && bracketing > 0 && rate > 400) {
                burn = bracketing;
            }
            double seconds = length.toNanos() / 1e9;
            return new ProbedProcess.Window(
                    new RateProbe(
                            1,
                            trial.variant(),
                            trial.block(),
                            1,
                            purpose,
                            rate,
                            new RateProbe.Figures(
                                    seconds,
                                    Math.round(rate * seconds),
                                    0,
                                    rate,
                                    1_000_000,
                                    50_000_000),
                            burn,
                            burn > 1 ? Outcome.VIOLATED : Outcome.MET,
                            Optional.empty()),
                    List.of());
        }
    }
}
