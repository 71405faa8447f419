package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Samples of 0.25 s. A look-back of 8 samples and the second test 4 samples later make 12 samples
/// the fewest that can be steady.
class WarmupDetectorTest {
    private static final double INTERVAL = 0.25;
    private static final int WINDOW = 40; // the default, 10 s
    private static final int RUNS = 100;
    private static final double[] NOISES = {0.01, 0.03, 0.1};

    private final WarmupDetector detector = new WarmupDetector(WINDOW);

    private void samples(int count, long responses, long cpuNanosPerResponse) {
        for (int i = 0; i < count; i++) {
            detector.sample(responses, INTERVAL, responses * cpuNanosPerResponse, 0, 0);
        }
    }

    /// The server works off what arrived while it started, at a constant throughput.
    @Test
    void a_server_with_a_backlog_is_not_steady() {
        var detector = new WarmupDetector(40);
        for (int i = 0; i < 100; i++) {
            detector.sample(250, INTERVAL, 100_000_000, 0, 1_000_000L * (101 - i));
            assertThat(detector.steady()).isFalse();
        }
        detector.sample(250, INTERVAL, 100_000_000, 0, 0);
        assertThat(detector.steady()).isTrue();
    }

    /// Arrivals that come close together wait for a moment now and then.
    @Test
    void arrivals_that_wait_for_a_moment_are_no_backlog() {
        var detector = new WarmupDetector(40);
        for (int i = 0; i < 100; i++) {
            detector.sample(250, INTERVAL, 100_000_000, 0, i % 4 == 0 ? 0 : 3_000_000);
        }
        assertThat(detector.steady()).isTrue();
    }

    @Test
    void constant_figures_are_steady_from_the_twelfth_sample() {
        samples(11, 250, 100_000);
        assertThat(detector.steady()).isFalse();
        samples(1, 250, 100_000);
        assertThat(detector.steady()).isTrue();
        assertThat(detector.latestThroughput()).isEqualTo(1_000);
    }

    @Test
    void a_step_of_6_percent_of_either_figure_is_not_steady() {
        samples(12, 1_000, 100_000);
        samples(11, 1_060, 100_000);
        assertThat(detector.steady()).as("throughput").isFalse();
        samples(1, 1_060, 100_000);
        assertThat(detector.steady()).isTrue();
        samples(11, 1_060, 94_000);
        assertThat(detector.steady()).as("CPU per request").isFalse();
        samples(1, 1_060, 94_000);
        assertThat(detector.steady()).isTrue();
    }

    @Test
    void a_server_without_responses_is_not_steady() {
        samples(20, 0, 0);
        assertThat(detector.steady()).isFalse();
        samples(11, 100, 100_000);
        assertThat(detector.steady()).as("one sample without responses is left").isFalse();
        samples(1, 100, 100_000);
        assertThat(detector.steady()).isTrue();
    }

    @Test
    void a_server_whose_compilers_take_over_5_percent_of_its_cpu_is_not_steady() {
        // The share is that of 12 samples; the sixth of 4.5 % makes it 5 %.
        for (int i = 0; i < 24; i++) {
            detector.sample(250, INTERVAL, 100_000_000, i < 12 ? 5_500_000 : 4_500_000, 0);
            assertThat(detector.steady()).as("sample %d", i).isEqualTo(i >= 17);
        }
    }

    @Test
    void one_test_that_passes_is_not_enough() {
        // CPU per request falls for 12 samples and is constant for 8: only then the latest eight
        // are, and four samples later the earlier test passes too.
        for (int i = 0; i < 24; i++) {
            detector.sample(250, INTERVAL, 1_000_000L * (100 - 3 * Math.min(i, 11)), 0, 0);
            assertThat(detector.steady()).as("sample %d", i).isEqualTo(i >= 22);
        }
    }

    /// A server with 1,000 requests per second behind `/sleep?ms=100`, from the second second of
    /// its load: CPU per request in each second, µs.
    @Test
    void cpu_per_request_that_falls_threefold_is_never_steady() {
        long[] micros = {828, 703, 798, 530, 688, 356, 360, 289, 298, 246};
        for (long second : micros) {
            for (int i = 0; i < 4; i++) {
                samples(1, 250, 1_000 * second);
                assertThat(detector.steady()).isFalse();
            }
        }
    }

    /// Tomcat under the same load, means of 2 s: CPU per request in µs, and the compilers' share of
    /// the CPU in percent. It stays at 400 µs for 4 s and then falls to 240 µs.
    @Test
    void a_plateau_with_busy_compilers_is_not_steady() {
        long[] micros = {1353, 837, 676, 384, 399, 398, 363, 300, 220, 244, 244, 254, 243};
        long[] compilers = {44, 51, 41, 19, 24, 29, 27, 23, 0, 2, 1, 10, 11};
        var withoutCompilers = new WarmupDetector(WINDOW);
        int steadyWithoutCompilers = 0;
        for (int second = 0; second < 2 * micros.length; second++) {
            long cpu = 250_000 * micros[second / 2];
            for (int i = 0; i < 4; i++) {
                detector.sample(250, INTERVAL, cpu, cpu / 100 * compilers[second / 2], 0);
                withoutCompilers.sample(250, INTERVAL, cpu, 0, 0);
            }
            steadyWithoutCompilers += second < 14 && withoutCompilers.steady() ? 1 : 0;
            assertThat(detector.steady() && second < 18).as("second %d", second).isFalse();
        }
        assertThat(steadyWithoutCompilers).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void it_is_not_steady_while_a_later_window_would_move(Figure figure) {
        for (var curve : figure.curves()) {
            for (double noise : NOISES) {
                for (double correlation : new double[] {0, 0.5}) {
                    assertThat(simulate(figure, curve.level, noise, correlation, 40).moving())
                            .as("%s, noise %s, correlation %s", curve.name, noise, correlation)
                            .isLessThanOrEqualTo(RUNS / 50);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_trend_just_above_the_tolerance_is_seldom_steady_in_any_of_53_tests(Figure figure) {
        // Between the thirds of a window of 10 s lie 6.67 s.
        DoubleUnaryOperator falling = t -> Math.pow(0.945, t / 6.67);
        for (double noise : NOISES) {
            assertThat(simulate(figure, falling, noise, 0, 15).moving())
                    .as("noise %s", noise)
                    .isLessThan(RUNS / 10);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_flat_curve_is_steady_after_a_time_that_its_noise_explains(Figure figure) {
        // Measured: 3.0, 5.3, 9.1 and 18.0 s; with correlated noise 11.9 s.
        assertThat(simulate(figure, _ -> 1, 0, 0, 60).meanSeconds()).isEqualTo(3);
        assertThat(simulate(figure, _ -> 1, 0.01, 0, 60).meanSeconds()).isBetween(4.0, 6.5);
        assertThat(simulate(figure, _ -> 1, 0.03, 0, 60).meanSeconds()).isBetween(8.0, 10.5);
        assertThat(simulate(figure, _ -> 1, 0.1, 0, 60).meanSeconds()).isBetween(16.0, 21.0);
        assertThat(simulate(figure, _ -> 1, 0.03, 0.5, 60).meanSeconds()).isBetween(10.0, 14.0);
    }

    /// What a curve is of; the other figure is constant.
    enum Figure {
        THROUGHPUT(true) {
            @Override
            void sample(WarmupDetector detector, double level) {
                long responses = Math.round(10_000 * level);
                detector.sample(responses, INTERVAL, 100_000 * responses, 0, 0);
            }
        },
        CPU_PER_REQUEST(false) {
            @Override
            void sample(WarmupDetector detector, double level) {
                detector.sample(10_000, INTERVAL, Math.round(1e9 * level), 0, 0);
            }
        };

        private final boolean rises;

        /// @param rises whether it is below 1 while the server is cold, or above
        Figure(boolean rises) {
            this.rises = rises;
        }

        abstract void sample(WarmupDetector detector, double level);

        List<Curve> curves() {
            var curves = new ArrayList<>(List.of(Curve.STEP, Curve.CYCLE));
            for (double tau : new double[] {4, 10}) {
                for (double start : new double[] {1.5, 3}) {
                    curves.add(Curve.exponential(rises ? 1 / start : start, tau));
                }
            }
            return curves;
        }
    }

    /// A figure without noise.
    ///
    /// @param level by the seconds since the start, 1 at the end
    record Curve(String name, DoubleUnaryOperator level) {
        static final Curve STEP = new Curve("a step at 2 s", t -> t < 2 ? 1.2 : 1);
        static final Curve CYCLE =
                new Curve("a cycle of 4 s", t -> 1 + 0.1 * Math.sin(2 * Math.PI * t / 4));

        static Curve exponential(double start, double tau) {
            return new Curve(
                    "from %.2f, tau %s".formatted(start, tau),
                    t -> 1 + (start - 1) * Math.exp(-t / tau));
        }
    }

    /// @param moving runs that were steady although a window right after it moves by more than 5 %
    /// @param meanSeconds until steady, or the limit
    private record Simulated(int moving, double meanSeconds) {}

    private static Simulated simulate(
            Figure figure,
            DoubleUnaryOperator curve,
            double noise,
            double correlation,
            double limitSeconds) {
        int moving = 0;
        double seconds = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            double end = steadyAfter(figure, curve, noise, correlation, limitSeconds, seed);
            seconds += Math.min(end, limitSeconds);
            moving += end <= limitSeconds && moves(curve, end) ? 1 : 0;
        }
        return new Simulated(moving, seconds / RUNS);
    }

    /// @return seconds until steady; infinite when that is not within the limit
    private static double steadyAfter(
            Figure figure,
            DoubleUnaryOperator curve,
            double sigma,
            double correlation,
            double limitSeconds,
            long seed) {
        var detector = new WarmupDetector(WINDOW);
        var random = new SplittableRandom(seed);
        double noise = random.nextGaussian();
        for (int i = 0; i * INTERVAL < limitSeconds; i++) {
            double level = curve.applyAsDouble((i + 0.5) * INTERVAL) * (1 + sigma * noise);
            figure.sample(detector, level);
            noise =
                    correlation * noise
                            + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            if (detector.steady()) {
                return (i + 1) * INTERVAL;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /// Whether the means of the first and the last third of a window differ by more than 5 %.
    private static boolean moves(DoubleUnaryOperator curve, double start) {
        double first = 0;
        double last = 0;
        for (double t = 0.05; t < 10 / 3.0; t += 0.1) {
            first += curve.applyAsDouble(start + t);
            last += curve.applyAsDouble(start + 20 / 3.0 + t);
        }
        return Math.abs(last / first - 1) > 0.05;
    }
}
