package dev.loombench.stats.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangePointsTest {
    private static final double PENALTY = 4;

    /// Against a search of every segmentation that drops no candidate.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void dropping_candidates_loses_no_optimum(int shortest) {
        var random = new SplittableRandom(shortest);
        for (int run = 0; run < 400; run++) {
            var x = steps(random);
            assertThat(changes(x, shortest)).isEqualTo(exhaustive(x, shortest));
        }
    }

    /// 20 to 59 values whose level changes every few values, with noise.
    private static double[] steps(SplittableRandom random) {
        var x = new double[20 + random.nextInt(40)];
        double level = 100;
        for (int i = 0; i < x.length; i++) {
            if (random.nextInt(6) == 0) {
                level = 100 + 10 * random.nextGaussian();
            }
            x[i] = level + random.nextGaussian();
        }
        return x;
    }

    private static List<Integer> exhaustive(double[] x, int shortest) {
        int n = x.length;
        double penalty = PENALTY * Math.log(n) * Math.pow(ChangePoints.noise(x), 2);
        var best = new double[n + 1];
        var lastCut = new int[n + 1];
        for (int end = 1; end <= n; end++) {
            best[end] = Double.POSITIVE_INFINITY;
            for (int cut = 0; cut <= end - shortest; cut++) {
                double cost = best[cut] + cost(x, cut, end) + (cut > 0 ? penalty : 0);
                if (cost < best[end]) {
                    best[end] = cost;
                    lastCut[end] = cut;
                }
            }
        }
        var cuts = new ArrayList<Integer>();
        for (int cut = lastCut[n]; cut > 0; cut = lastCut[cut]) {
            cuts.addFirst(cut);
        }
        return cuts;
    }

    private static double cost(double[] x, int from, int to) {
        double mean = 0;
        for (int i = from; i < to; i++) {
            mean += x[i] / (to - from);
        }
        double cost = 0;
        for (int i = from; i < to; i++) {
            cost += (x[i] - mean) * (x[i] - mean);
        }
        return cost;
    }

    /// With σ estimated from the series.
    static List<Integer> changes(double[] x, int shortest) {
        return ChangePoints.of(x, shortest, x.length < 2 ? 1 : ChangePoints.noise(x));
    }
}
