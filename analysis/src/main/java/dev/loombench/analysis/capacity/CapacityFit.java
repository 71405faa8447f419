package dev.loombench.analysis.capacity;

import java.util.ArrayList;
import java.util.List;

/// The capacities of the processes of a variant, from their windows near the crossing.
///
/// Slow responses come in bursts: at the capacity most short windows have hardly any, and a few
/// have many times what is allowed. So a single window holds or violates an objective mostly by
/// chance, and only the mean burn of several windows shows the long run. The model is log-linear in
/// the mean:
///
/// `E[burn] = (rate / c)^b`, c the capacity of the process.
///
/// Quasi-Poisson estimates, with the requests of each window as weights w: for a slope b, `c =
/// (sum(w
/// * rate^b) / sum(w * burn))^(1 / b)`, and b is where `sum(w * (burn - (rate / c)^b) * ln(rate)) =
///   0`. Unlike with a mean of logarithms, windows without slow responses cause no bias.
///
/// Each process has its own slope, within a factor of 2 of the one that fits all processes of the
/// variant: the few windows of one process may show almost any slope, and a common slope would make
/// the errors of the processes, which the interval takes as independent, the same.
///
/// Windows further than a factor of 1.2 from the crossing of the process are left out, and a burn
/// counts as at most [#MOST]: far above the capacity the burn cannot grow exponentially.
///
/// Source: McCullagh and Nelder, *Generalized Linear Models* (1989), chapter 9, on
/// quasi-likelihood.
public final class CapacityFit {
    /// The highest burn that counts.
    public static final double MOST = 20;

    private static final double NEAR = 1.2;
    private static final double LOWEST_SLOPE = 2;
    private static final double HIGHEST_SLOPE = 500;
    private static final int STEPS = 60;

    /// Largest ratio of the slope of a process to that of all.
    private static final double OWN_SLOPE = 2;

    private CapacityFit() {}

    /// A window.
    ///
    /// @param weight requests
    public record Window(double rate, double burn, double weight) {
        /// @param probe that the load generator could offer
        public static Window of(RateProbe probe) {
            return new Window(probe.rate(), probe.burn(), Math.max(1, probe.figures().requests()));
        }
    }

    /// The windows of a process.
    ///
    /// @param center the rate near which windows count
    public record ProcessWindows(double center, List<Window> windows) {
        public ProcessWindows {
            windows = List.copyOf(windows);
        }

        /// The nearest rate within those that were measured: nothing is known of others.
        public double within(double rate) {
            var rates = windows.stream().mapToDouble(Window::rate).summaryStatistics();
            return Math.clamp(rate, rates.getMin(), rates.getMax());
        }
    }

    /// @param processes each with a window near its center
    /// @return the capacity of each process, requests/s
    public static List<Double> capacities(List<ProcessWindows> processes) {
        var near = processes.stream().map(CapacityFit::near).toList();
        double common = slope(near);
        return near.stream().map(p -> capacity(p, slope(p, common))).toList();
    }

    private static double slope(ProcessWindows process, double common) {
        return Math.clamp(slope(List.of(process)), common / OWN_SLOPE, common * OWN_SLOPE);
    }

    /// The lowest power of the rate with which a burn is taken to grow, as a process's own.
    ///
    /// @param common that fits all processes
    static double lowestSlope(double common) {
        return Math.max(LOWEST_SLOPE, common / OWN_SLOPE);
    }

    static double slope(List<ProcessWindows> near) {
        double low = Math.log(LOWEST_SLOPE);
        double high = Math.log(HIGHEST_SLOPE);
        for (int i = 0; i < STEPS; i++) {
            double middle = (low + high) / 2;
            if (score(near, Math.exp(middle)) > 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.exp((low + high) / 2);
    }

    /// The windows near the crossing.
    static ProcessWindows near(ProcessWindows process) {
        var near = new ArrayList<Window>();
        for (var w : process.windows()) {
            double ratio = w.rate() / process.center();
            if (ratio <= NEAR && ratio >= 1 / NEAR) {
                near.add(new Window(w.rate(), Math.min(MOST, w.burn()), w.weight()));
            }
        }
        return near.isEmpty() ? process : new ProcessWindows(process.center(), near);
    }

    static double capacity(ProcessWindows process, double slope) {
        double expected = 0;
        double measured = 0;
        for (var w : process.windows()) {
            expected += w.weight() * Math.pow(w.rate() / process.center(), slope);
            measured += w.weight() * w.burn();
        }
        return process.center() * Math.pow(expected / measured, 1 / slope);
    }

    /// The derivative of the quasi-likelihood by the slope; falls as the slope rises.
    private static double score(List<ProcessWindows> processes, double slope) {
        double sum = 0;
        for (var process : processes) {
            double capacity = capacity(process, slope);
            for (var w : process.windows()) {
                sum +=
                        w.weight()
                                * (w.burn() - Math.pow(w.rate() / capacity, slope))
                                * Math.log(w.rate() / process.center());
            }
        }
        return sum;
    }
}
