package dev.loombench.analysis.comparison;

import static dev.loombench.analysis.comparison.CoverageSimulationTest.isDifference;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleBatch;
import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.base.Window;
import dev.loombench.experiment.TrialCount;
import dev.loombench.result.BatchResult;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// False alarms and coverage of runs of 3 to 10 rounds that end when they are precise enough.
class StoppingSimulationTest {
    private static final int RUNS = 750;

    /// Batches, since their figures need no histograms.
    private static final RunManifest UP_TO_TEN =
            SampleBatch.manifest(
                    SampleBatch.experiment()
                            .withTrials(new TrialCount(3, 10, OptionalDouble.of(0.03))));

    /// By design at most 5 % of intervals miss the true ratio: 4 % at the last analysis and 1 % at
    /// the seven early ones together, of which a run that stops ends at one. Most runs with a
    /// spread of 10 % reach the last one, nearly none with 1 % do. Ordinary intervals would miss it
    /// in 7 to 8 % of the stopped runs. The shares are those of 50,000 other runs.
    @ParameterizedTest
    @CsvSource({"0.01, 0.9984", "0.03, 0.9851", "0.1, 0.9686"})
    void intervals_contain_the_true_ratio_as_often_as_expected(double spread, double expected) {
        double truth = 1.1;
        assertShare(
                expected,
                runs(truth, spread)
                        .filter(r -> r.verdict().interval().orElseThrow().contains(truth)));
    }

    /// Eight analyses of equal batches. With 5 % errors in each, one of them would find a
    /// difference in 17 % of runs. The margin is 3 %: with the smaller spread intervals are often
    /// narrow enough early.
    @ParameterizedTest
    @CsvSource({"0.03, 0.0403", "0.1, 0.0422"})
    void repeated_analyses_keep_the_false_alarm_rate(double spread, double expected) {
        assertShare(expected, runs(1, spread).filter(r -> isDifference(r.verdict())));
    }

    /// One process of the second variant in ten takes twice the time. While no trial has one,
    /// nothing shows it: with `(1 - 0.1)^n` after n rounds, 0.73 after three and 0.35 after ten. As
    /// soon as a trial has one, the run continues to its last round, and its verdict has both
    /// modes.
    @Test
    void a_process_of_another_kind_is_equal_only_while_no_trial_has_one() {
        var runs =
                IntStream.range(0, RUNS)
                        .parallel()
                        .mapToObj(seed -> SimulatedRun.withSlow(new SplittableRandom(seed), 0.1))
                        .toList();
        var equal = runs.stream().filter(r -> r.verdict() instanceof Verdict.NoDifference).toList();
        assertThat(equal).noneMatch(SimulatedRun::hasSlow);
        double missed = runs.stream().filter(r -> !r.hasSlow()).count() / (double) RUNS;
        assertThat(missed).isBetween(0.35, 0.73);
        var having = runs.stream().filter(SimulatedRun::hasSlow).toList();
        long modes = having.stream().filter(r -> r.verdict().byMode().isPresent()).count();
        assertThat((double) modes / having.size()).isGreaterThan(0.97);
        long continued =
                having.stream().filter(r -> r.results().size() == UP_TO_TEN.plan().size()).count();
        assertThat((double) continued / having.size()).isGreaterThan(0.97);
    }

    /// Within four standard errors.
    private static void assertShare(double expected, Stream<SimulatedRun> having) {
        double error = Math.sqrt(expected * (1 - expected) / RUNS);
        assertThat((double) having.count() / RUNS).isCloseTo(expected, within(4 * error));
    }

    private static Stream<SimulatedRun> runs(double ratio, double spread) {
        return IntStream.range(0, RUNS)
                .parallel()
                .mapToObj(seed -> SimulatedRun.of(new SplittableRandom(seed), ratio, spread));
    }

    @Test
    void a_simulated_run_is_analysed_as_its_report_is() {
        for (int seed = 0; seed < 50; seed++) {
            var run = SimulatedRun.of(new SplittableRandom(seed), 1.1, 0.03);
            assertThat(run.verdict())
                    .isEqualTo(Analysis.of(UP_TO_TEN, run.results).variants().get(1).verdict());
        }
    }

    /// A run up to its end.
    private record SimulatedRun(List<TrialResult> results, RunFigures figures) {
        /// @param ratio of the elapsed time of the second variant to that of the first
        static SimulatedRun of(SplittableRandom random, double ratio, double spread) {
            return of(trial -> {
                double level = trial.variant().equals(SampleBatch.POOL) ? 1 : ratio;
                return level * (1 + spread * random.nextGaussian());
            });
        }

        /// @param share of the processes of the second variant that take twice the time
        static SimulatedRun withSlow(SplittableRandom random, double share) {
            return of(trial -> {
                boolean slow =
                        trial.variant().equals(SampleBatch.VIRTUAL) && random.nextDouble() < share;
                return (slow ? 2 : 1) * (1 + 0.01 * random.nextGaussian());
            });
        }

        boolean hasSlow() {
            return figures.of(SampleBatch.VIRTUAL).stream()
                    .anyMatch(t -> t.elapsed().orElseThrow() > 1.5e9);
        }

        private static SimulatedRun of(ToDoubleFunction<Trial> seconds) {
            var plan = UP_TO_TEN.plan();
            var results = new ArrayList<TrialResult>();
            var figures = RunFigures.of(UP_TO_TEN, results);
            while (results.size() < plan.size() && !StoppingRule.enough(UP_TO_TEN, figures)) {
                var trial = plan.get(results.size());
                results.add(SampleRun.result(trial, batch(seconds.applyAsDouble(trial))));
                figures.add(results.getLast());
            }
            return new SimulatedRun(results, figures);
        }

        private static BatchCompleted batch(double seconds) {
            long nanos = Math.round(seconds * 1e9);
            var none = OptionalLong.empty();
            return new BatchCompleted(
                    new BatchResult(new Window(0, nanos), 1_000, none, nanos, none), List.of());
        }

        Verdict verdict() {
            var experiment = UP_TO_TEN.experiment();
            boolean early = results.size() < UP_TO_TEN.plan().size();
            var estimates = new Estimates(new ConfidenceLevels(experiment, early).ofComparison());
            return new Comparison(experiment.metric(), experiment.margin(), estimates)
                    .of(figures.of(SampleBatch.VIRTUAL), figures.of(SampleBatch.POOL));
        }
    }
}
