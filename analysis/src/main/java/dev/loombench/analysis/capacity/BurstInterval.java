package dev.loombench.analysis.capacity;

import dev.loombench.analysis.capacity.CapacityFit.ProcessWindows;
import dev.loombench.analysis.capacity.CapacityFit.Window;
import dev.loombench.stats.Interval;
import java.util.List;
import org.apache.commons.statistics.distribution.GammaDistribution;

/// The interval of the capacity by the number of bursts of slow responses in all windows.
///
/// Bursts are few, and their number is skewed: most processes see too few and show a capacity that
/// is too high, alike. An interval over processes then lies above the truth more often than below.
/// Slow responses are quasi-Poisson, `Var(x) = phi * E(x)`, phi the size of a burst:
///
/// - `x = sum(w * burn)` over the windows, `e(c) = sum(w * (rate / c)^b)`
/// - `phi = n / (n - 2) * sum((w * burn - w * (rate / c)^b)²) / e(c)`
/// - `k = x / phi` bursts, and the exact interval of a Poisson mean (Garwood 1936) by quantiles of
///   the gamma distribution, `[G(k; a / 2), G(k + 1; 1 - a / 2)]`
/// - as `e(c)` is proportional to `c^-b`: `c * (k / G)^(1 / b)`
///
/// It is no narrower than [IsotonicLimits], which assume no power between the rates of windows.
final class BurstInterval {
    private BurstInterval() {}

    /// @param processes each with a window near its center
    /// @param level share of such intervals that contain the true capacity, above 0 and below 1
    static Interval of(List<ProcessWindows> processes, double level) {
        var windows =
                processes.stream()
                        .map(CapacityFit::near)
                        .flatMap(p -> p.windows().stream())
                        .toList();
        double center =
                CapacityEstimate.point(processes.stream().map(ProcessWindows::center).toList());
        var all = new ProcessWindows(center, windows);
        double slope = CapacityFit.slope(List.of(all));
        double capacity = CapacityFit.capacity(all, slope);
        double measured = windows.stream().mapToDouble(w -> w.weight() * w.burn()).sum();
        double phi = burst(windows, slope, capacity);
        double bursts = measured / phi;
        double tail = (1 - level) / 2;
        double fewest = GammaDistribution.of(bursts, 1).inverseCumulativeProbability(tail);
        double most = GammaDistribution.of(bursts + 1, 1).inverseCumulativeProbability(1 - tail);
        var limits = IsotonicLimits.of(windows, phi, slope, level);
        return new Interval(
                        capacity * Math.pow(bursts / most, 1 / slope),
                        capacity,
                        capacity * Math.pow(bursts / fewest, 1 / slope))
                .widenedTo(limits.low(), limits.high());
    }

    /// The size of a burst, phi.
    private static double burst(List<Window> windows, double slope, double capacity) {
        double squares = 0;
        double expected = 0;
        for (var w : windows) {
            double mean = w.weight() * Math.pow(w.rate() / capacity, slope);
            double residual = w.weight() * w.burn() - mean;
            squares += residual * residual;
            expected += mean;
        }
        double n = windows.size();
        return Math.max(1, squares / expected * n / Math.max(1, n - 2));
    }
}
