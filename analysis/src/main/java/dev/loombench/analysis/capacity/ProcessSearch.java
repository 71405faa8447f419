package dev.loombench.analysis.capacity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/// The search for the capacity of one fresh process, from an estimate.
///
/// The estimate is that of the bracketing process, at another distance for each process ([#start]),
/// and never that of earlier confirming processes: where a process starts decides where its windows
/// are, so searches that start at the mean of the earlier ones repeat their errors, and an interval
/// over processes, which takes their errors as independent, is too narrow.
///
/// It starts at the estimate and steps away from it, upwards while the objectives hold and
/// downwards while they do not, each step twice as long as the one before, until the isotonic fit
/// crosses 1. A process may differ from the one of the estimate by any factor; the steps find it.
///
/// Further windows alternate between the estimate of [CapacityFit], near which an error of its
/// slope does not matter, and the isotonic crossing, which halves the distance where the burn
/// jumps.
///
/// A rate that the load generator could not offer says nothing of the server. Above it no rate is
/// tried; where all below it hold, the highest of them is a limit.
///
/// Pure: `next` requests a rate, `tell` reports what was measured there.
public final class ProcessSearch {
    /// The first step, as a ratio of rates.
    static final double STEP = 1.05;

    /// Windows after the crossing is known.
    static final int REFINEMENTS = 3;

    /// Windows before a process without a crossing is given up: the steps have then reached a
    /// factor of 20.
    static final int MOST = 7;

    /// A ratio of rates below which a rate that cannot be offered is not approached further.
    private static final double ALIKE = 1.03;

    /// Ratios of the first rates of successive processes to the estimate, around 1.
    private static final double[] SPREAD = {0.97, 1.03, 0.94, 1.06, 0.98, 1.02};

    private final double estimate;
    private final double highest;
    private final List<CapacityFit.ProcessWindows> earlier;
    private final List<CapacityFit.Window> windows = new ArrayList<>();
    private double unreachable = Double.POSITIVE_INFINITY;
    private int told;
    private int refinements;
    private int reach;

    /// @param highest above which no rate is tried
    /// @param earlier processes of the same variant
    public ProcessSearch(
            double estimate, double highest, List<CapacityFit.ProcessWindows> earlier) {
        this.estimate = estimate;
        this.highest = highest;
        this.earlier = List.copyOf(earlier);
    }

    /// The rate at which a process starts.
    ///
    /// @param bracketed the estimate of the bracketing process, requests/s
    /// @param process 0 for the first
    public static double start(double bracketed, int process) {
        return bracketed * SPREAD[process % SPREAD.length];
    }

    /// The next rate to measure; empty once the search has ended.
    public OptionalDouble next() {
        if (told == 0) {
            return OptionalDouble.of(Math.min(estimate, highest));
        }
        var crossing = crossing();
        if (crossing.isPresent()) {
            return refinements < REFINEMENTS ? refinement(crossing) : OptionalDouble.empty();
        }
        return told >= MOST + refinements
                ? OptionalDouble.empty()
                : holds() ? higher() : OptionalDouble.of(outermost(false) / step());
    }

    /// Empty where no higher rate can be offered.
    private OptionalDouble higher() {
        double outermost = outermost(true);
        return outermost >= highest || unreachable <= ALIKE * outermost
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        Math.min(
                                Math.min(highest, outermost * step()),
                                Math.sqrt(outermost * unreachable)));
    }

    private double step() {
        return Math.pow(STEP, Math.pow(2, reach));
    }

    private OptionalDouble refinement(OptionalDouble crossing) {
        if (refinements % 2 == 1) {
            return crossing;
        }
        var all = new ArrayList<>(earlier);
        all.add(process());
        double fitted = CapacityFit.capacities(all).getLast();
        return OptionalDouble.of(Math.clamp(fitted, outermost(false), outermost(true)));
    }

    private double outermost(boolean up) {
        var rates = windows.stream().mapToDouble(CapacityFit.Window::rate);
        return (up ? rates.max() : rates.min()).orElse(Math.min(estimate, unreachable));
    }

    /// Reports a window.
    public void tell(CapacityFit.Window window) {
        count();
        windows.add(window);
    }

    /// Reports that the load generator could not offer a rate.
    public void tellUnreachable(double rate) {
        count();
        unreachable = Math.min(unreachable, rate);
    }

    private void count() {
        if (crossing().isPresent()) {
            refinements++;
        } else if (told > 0) {
            reach++;
        }
        told++;
    }

    /// Whether no window shows anything of the server.
    public boolean isEmpty() {
        return windows.isEmpty();
    }

    /// Whether the load generator is the reason that no rate violates the objectives, by all
    /// windows together.
    public boolean generatorLimited() {
        return unreachable < Double.POSITIVE_INFINITY && holds();
    }

    /// Whether the fit crosses 1.
    public boolean found() {
        return crossing().isPresent();
    }

    /// The windows around the crossing, at least one in all; without a crossing around the
    /// outermost rate, which is then a limit.
    public CapacityFit.ProcessWindows process() {
        double center = crossing().orElseGet(() -> outermost(holds()));
        return new CapacityFit.ProcessWindows(center, windows);
    }

    private OptionalDouble crossing() {
        return windows.isEmpty() ? OptionalDouble.empty() : curve().crossing();
    }

    /// Whether the fit is on the side of the objectives at every rate, where it has no crossing.
    private boolean holds() {
        return !windows.isEmpty() && curve().points().getLast().fitted() <= 1;
    }

    private CapacityCurve curve() {
        var sorted =
                windows.stream()
                        .sorted(Comparator.comparingDouble(CapacityFit.Window::rate))
                        .toList();
        return CapacityCurve.of(
                sorted.stream().mapToDouble(CapacityFit.Window::rate).toArray(),
                sorted.stream().mapToDouble(CapacityFit.Window::burn).toArray(),
                sorted.stream().mapToDouble(CapacityFit.Window::weight).toArray());
    }
}
