package dev.loombench.analysis.capacity;

import dev.loombench.analysis.capacity.CapacityFit.Window;
import dev.loombench.stats.series.IsotonicRegression;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.statistics.distribution.GammaDistribution;

/// The rates between which the objectives are neither shown to hold nor shown to be violated, by
/// windows alone and without a form of the burn.
///
/// Where a share of slow responses rises in proportion to the rate, and requests queue just above
/// the capacity, no power of the rate fits both. The burn is then only isotonic: the blocks of
/// [IsotonicRegression] have the exact interval of a Poisson mean (Garwood 1936) with the
/// dispersion within them, `phi = sum((w * burn - w * fit)²) / sum(w * fit) * n / (n - blocks)`. A
/// block of `x = sum(w * burn)` is between `phi / sum(w)` times the quantiles `G(x / phi; a / 2)`
/// and `G(x / phi + 1; 1 - a / 2)` of gamma distributions.
///
/// That is the mean burn of its rates. As the burn rises with the rate, one that is below 1 shows
/// that the lowest of them holds, and one above 1 that the highest does not, and no more.
///
/// Where no block is certainly below 1, as where few bursts decide, none of the rates is shown to
/// hold: the limit is below them. Below its lowest rate the burn of a block is taken to fall with
/// the lowest power `b` that the slope of all windows [allows][CapacityFit#lowestSlope]: with an
/// upper limit `u` of its mean it is at most 1 at `rate * u^(-1 / b)`. The highest such rate of all
/// blocks counts.
///
/// @param low the lowest rate of the last block that is certainly below 1; without one below all
///   rates, or the lowest of them, requests/s
/// @param high the highest rate of the first block that is certainly above 1; without one the
///   highest of all, requests/s
record IsotonicLimits(double low, double high) {
    /// By rate; windows at one rate become one block.
    private static final Comparator<Window> ORDER =
            Comparator.comparingDouble(Window::rate)
                    .thenComparing(Comparator.comparingDouble(Window::burn).reversed());

    /// Windows that the fit does not tell apart.
    ///
    /// @param from the lowest rate, `to` the highest one
    /// @param measured sum of weight and burn, and `weight` sum of the weights
    private record Block(double from, double to, double measured, double weight) {
        Block with(Window w) {
            double sum = measured + w.weight() * w.burn();
            return new Block(from, w.rate(), sum, weight + w.weight());
        }

        boolean holds(double phi, double tail) {
            return most(phi, tail) < 1;
        }

        /// The upper limit of its mean burn.
        private double most(double phi, double tail) {
            return phi * quantile(measured / phi + 1, 1 - tail) / weight;
        }

        /// The rate at which its burn has fallen to 1 with a power of the rate.
        double fallen(double phi, double tail, double power) {
            return from * Math.pow(most(phi, tail), -1 / power);
        }

        boolean violates(double phi, double tail) {
            return measured > weight && phi * quantile(measured / phi, tail) > weight;
        }

        private static double quantile(double shape, double p) {
            return GammaDistribution.of(shape, 1).inverseCumulativeProbability(p);
        }
    }

    /// @param windows at least one, and one with a burn above 0
    /// @param phi the dispersion where each window is a block of its own
    /// @param slope that fits all windows
    /// @param level of both limits together, above 0 and below 1
    static IsotonicLimits of(List<Window> windows, double phi, double slope, double level) {
        var sorted = windows.stream().sorted(ORDER).toList();
        var fit =
                IsotonicRegression.fit(
                        sorted.stream().mapToDouble(Window::burn).toArray(),
                        sorted.stream().mapToDouble(Window::weight).toArray());
        var blocks = blocks(sorted, fit);
        int freedom = sorted.size() - blocks.size();
        double within = freedom > 0 ? dispersion(sorted, fit, freedom) : phi;
        double tail = (1 - level) / 2;
        double power = CapacityFit.lowestSlope(slope);
        double low =
                blocks.stream()
                        .filter(b -> b.holds(within, tail))
                        .reduce((_, later) -> later)
                        .map(Block::from)
                        .orElseGet(() -> below(blocks, within, tail, power));
        double high =
                blocks.stream()
                        .filter(b -> b.violates(within, tail))
                        .findFirst()
                        .map(Block::to)
                        .orElse(sorted.getLast().rate());
        return new IsotonicLimits(low, high);
    }

    /// @param blocks of which none certainly holds
    private static double below(List<Block> blocks, double phi, double tail, double power) {
        return Math.min(
                blocks.getFirst().from(),
                blocks.stream().mapToDouble(b -> b.fallen(phi, tail, power)).max().orElseThrow());
    }

    private static List<Block> blocks(List<Window> sorted, double[] fit) {
        var blocks = new ArrayList<Block>();
        for (int i = 0; i < fit.length; i++) {
            var window = sorted.get(i);
            var block =
                    i > 0 && fit[i] <= fit[i - 1]
                            ? blocks.removeLast()
                            : new Block(window.rate(), window.rate(), 0, 0);
            blocks.add(block.with(window));
        }
        return blocks;
    }

    /// At least that of independent counts of weight 1.
    private static double dispersion(List<Window> sorted, double[] fit, int freedom) {
        double squares = 0;
        double expected = 0;
        for (int i = 0; i < fit.length; i++) {
            var window = sorted.get(i);
            double residual = window.weight() * (window.burn() - fit[i]);
            squares += residual * residual;
            expected += window.weight() * fit[i];
        }
        return Math.max(1, squares / expected * fit.length / freedom);
    }
}
