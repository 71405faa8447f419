package dev.loombench.analysis.capacity;

import dev.loombench.analysis.capacity.CapacityFit.ProcessWindows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

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

    /// Empty without processes that have enough windows near their centers. One without a slow
    /// response has no capacity, and shows no trend.
    ///
    /// @param processes with their windows in order of time
    static Optional<RateTrend> of(List<ProcessWindows> processes) {
        var near =
                processes.stream()
                        .map(CapacityFit::near)
                        .filter(p -> p.windows().size() >= FEWEST)
                        .filter(p -> p.windows().stream().anyMatch(w -> w.burn() > 0))
                        .toList();
        if (near.isEmpty()) {
            return Optional.empty();
        }
        double slope = CapacityFit.slope(near);
        var terms = near.stream().flatMap(p -> terms(p, slope).stream()).toList();
        double freedom = terms.size() - near.size() - 2.0;
        double square = sum(terms, t -> t.expected() * t.log() * t.log());
        if (freedom < 1 || !(square > 0)) {
            return Optional.empty();
        }
        double along = sum(terms, t -> t.expected() * t.log() * t.number()) / square;
        double score = sum(terms, t -> t.residual() * t.beyond(along));
        double information = sum(terms, t -> t.expected() * Math.pow(t.beyond(along), 2));
        double squares = sum(terms, t -> t.residual() * t.residual());
        double dispersion = squares / sum(terms, Term::expected) * terms.size() / freedom;
        if (!(information > 0) || !(dispersion > 0)) {
            return Optional.empty();
        }
        double steps = (double) terms.size() / near.size() - 1;
        return Optional.of(
                new RateTrend(
                        score / Math.sqrt(dispersion * information),
                        Math.expm1(-score / information * steps / slope)));
    }

    /// What a window adds to the sums.
    ///
    /// @param expected m
    /// @param residual w * burn - m
    /// @param log of the rate, and `number` of the window, less their means in the process with the
    ///   weights m
    private record Term(double expected, double residual, double log, double number) {
        /// The residual of the number, z.
        double beyond(double along) {
            return number - along * log;
        }
    }

    private static double sum(List<Term> terms, ToDoubleFunction<Term> of) {
        return terms.stream().mapToDouble(of).sum();
    }

    /// The terms of the windows of one process.
    private static List<Term> terms(ProcessWindows process, double slope) {
        double capacity = CapacityFit.capacity(process, slope);
        var terms = new ArrayList<Term>();
        for (var w : process.windows()) {
            double expected = w.weight() * Math.pow(w.rate() / capacity, slope);
            double residual = w.weight() * w.burn() - expected;
            terms.add(new Term(expected, residual, Math.log(w.rate()), terms.size()));
        }
        double all = sum(terms, Term::expected);
        double log = sum(terms, t -> t.expected() * t.log()) / all;
        double number = sum(terms, t -> t.expected() * t.number()) / all;
        return terms.stream()
                .map(t -> new Term(t.expected(), t.residual(), t.log() - log, t.number() - number))
                .toList();
    }

    boolean isRising() {
        return t < RISING;
    }
}
