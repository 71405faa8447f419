package dev.loombench.analysis.capacity;

import dev.loombench.analysis.capacity.CapacityFit.ProcessWindows;
import java.util.List;
import java.util.Optional;

/// The trend of the capacity from window to window of the processes: a cache that fills for
/// minutes, as an example, lets the same rate use less and less.
///
/// A score test in the model of [CapacityFit] with one more term, `E[burn] = (rate / c)^b * exp(d *
/// i)`, i the number of the window in its process. With the requests w of each window and `m = w *
/// (rate / c)^b`, and z the residual of i by m-weighted least squares on a mean per process and
/// `ln(rate)`: `U = sum((w * burn - m) * z)`, `I = sum(m * z²)`, `d = U / I` and `t = U / sqrt(phi
/// * I)`, `phi = sum((w * burn - m)²) / sum(m) * n / (n - p - 2)` for n windows of p processes.
///
/// The next rate depends on the burn of the window before, so that t is about 0.9 for a queue; a
/// capacity that falls is found in other ways ([RateChange]).
///
/// Source: McCullagh and Nelder, *Generalized Linear Models* (1989), chapter 9, on
/// quasi-likelihood.
///
/// @param t of the trend of the burn, in standard errors
/// @param rise of the capacity from the first window of a process to the last, as a share
record RateTrend(double t, double rise) {
    /// By chance in less than one of a hundred searches of a queue.
    private static final double RISING = -2.5;

    /// Windows of a process without which it shows no trend.
    private static final int FEWEST = 3;

    /// Empty without processes that have enough windows near their centers.
    ///
    /// @param processes with their windows in order of time
    static Optional<RateTrend> of(List<ProcessWindows> processes) {
        var near =
                processes.stream()
                        .map(CapacityFit::near)
                        .filter(p -> p.windows().size() >= FEWEST)
                        .toList();
        double slope = near.isEmpty() ? 0 : CapacityFit.slope(near);
        var terms = near.stream().map(p -> Terms.of(p, slope)).toList();
        int windows = terms.stream().mapToInt(Terms::windows).sum();
        int freedom = windows - near.size() - 2;
        double along = terms.stream().mapToDouble(Terms::along).sum();
        double square = terms.stream().mapToDouble(Terms::square).sum();
        if (freedom < 1 || !(square > 0)) {
            return Optional.empty();
        }
        double score = 0;
        double information = 0;
        double squares = 0;
        double expected = 0;
        for (var process : terms) {
            for (int i = 0; i < process.windows(); i++) {
                double z = process.number[i] - along / square * process.log[i];
                score += process.residual[i] * z;
                information += process.expected[i] * z * z;
                squares += process.residual[i] * process.residual[i];
                expected += process.expected[i];
            }
        }
        double dispersion = squares / expected * windows / freedom;
        if (!(information > 0) || !(dispersion > 0)) {
            return Optional.empty();
        }
        double steps = (double) windows / near.size() - 1;
        return Optional.of(
                new RateTrend(
                        score / Math.sqrt(dispersion * information),
                        Math.expm1(-score / information * steps / slope)));
    }

    /// The terms of one process, of each window.
    ///
    /// @param expected m
    /// @param residual w * burn - m
    /// @param log of the rate, and `number` of the window, less their means with the weights m
    private record Terms(double[] expected, double[] residual, double[] log, double[] number) {
        static Terms of(ProcessWindows process, double slope) {
            var windows = process.windows();
            double capacity = CapacityFit.capacity(process, slope);
            var expected = new double[windows.size()];
            var residual = new double[windows.size()];
            var log = new double[windows.size()];
            var number = new double[windows.size()];
            for (int i = 0; i < windows.size(); i++) {
                var w = windows.get(i);
                expected[i] = w.weight() * Math.pow(w.rate() / capacity, slope);
                residual[i] = w.weight() * w.burn() - expected[i];
                log[i] = Math.log(w.rate());
                number[i] = i;
            }
            center(log, expected);
            center(number, expected);
            return new Terms(expected, residual, log, number);
        }

        private static void center(double[] values, double[] weights) {
            double sum = 0;
            double of = 0;
            for (int i = 0; i < values.length; i++) {
                sum += weights[i] * values[i];
                of += weights[i];
            }
            for (int i = 0; i < values.length; i++) {
                values[i] -= sum / of;
            }
        }

        int windows() {
            return expected.length;
        }

        /// The sum of products of number and logarithm, with the weights m.
        double along() {
            double sum = 0;
            for (int i = 0; i < windows(); i++) {
                sum += expected[i] * number[i] * log[i];
            }
            return sum;
        }

        /// The sum of squares of the logarithm, with the weights m.
        double square() {
            double sum = 0;
            for (int i = 0; i < windows(); i++) {
                sum += expected[i] * log[i] * log[i];
            }
            return sum;
        }
    }

    boolean isRising() {
        return t < RISING;
    }
}
