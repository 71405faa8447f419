package dev.loombench.analysis.capacity;

import dev.loombench.stats.Interval;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Long windows in one process, at falling rates until one holds the objectives.
///
/// Windows of some seconds estimate a capacity, and miss what is rarer than they are long: a pause
/// of 0.6 s every 30 s never holds a p99 of 0.2 s, and is in one of five windows of 6 s. The rate
/// falls quickly, as what violates an objective at half of a rate is hardly a queue. A violation
/// that may be another's shows nothing of the server, and does not lower the rate.
///
/// A violation shows that the server may have pauses about as rare as the window is long. The next
/// window begins just after such a pause, and would hold by luck where it ends before the next one:
/// it is [four times as long][#longer]. So is a second one at the first rate, where that held and
/// [all windows below the capacity][#unlessDoubtful] violate the objectives together: a pause may
/// have been in these alone.
///
/// Pure: `next` requests a rate, `with` adds what was measured there.
///
/// @param first the highest rate, requests/s
/// @param lowest below which no rate is tried
/// @param doubtful whether the first window held, and its rate is held again
/// @param windows so far; the server violated the objectives in all but perhaps the last, and a
///   doubtful first
public record Hold(double first, double lowest, boolean doubtful, List<RateProbe> windows) {
    /// The rates, as shares of the first.
    private static final double[] SHARES = {1, 0.9, 0.5, 0.1};

    /// The lowest first rate, as a share of the capacity, of two kinds that of the slower: an
    /// interval of few processes may reach far lower.
    private static final double WIDEST = 0.9;

    /// A window after a violation is this much longer than the one before. It contains the next
    /// pause unless that is more than four violated windows away; one of pauses so rare would have
    /// been in the violated window with a probability below a quarter.
    private static final int LONGER = 4;

    /// Rates below this share of the capacity hold the objectives, with hardly any slow response.
    private static final double BELOW = 0.95;

    public Hold {
        windows = List.copyOf(windows);
    }

    /// Begins at the lower end of the interval, where a capacity that is right holds, or at the
    /// highest rate that could be offered; empty where windows of some seconds held none.
    ///
    /// @param shortWindows the capacity by the windows of some seconds
    public static Optional<Hold> of(Capacity shortWindows, double lowest) {
        return switch (shortWindows) {
            case Capacity.Estimated e ->
                    Optional.of(from(Math.max(WIDEST * e.lowest(), low(e.interval())), lowest));
            case Capacity.AtLeast(var rate, _) -> Optional.of(from(rate, lowest));
            case Capacity.Held _, Capacity.NotMet _, Capacity.Unknown _ -> Optional.empty();
        };
    }

    private static double low(Optional<Interval> interval) {
        return interval.map(Interval::low).orElse(0.0);
    }

    private static Hold from(double first, double lowest) {
        return new Hold(Math.max(first, lowest), lowest, false, List.of());
    }

    /// The next rate; empty once one held, the first window showed nothing of the server, or none
    /// is left. After a violation a window that shows nothing is passed over: a lower rate may show
    /// it.
    public OptionalDouble next() {
        boolean ended =
                rates() == SHARES.length
                        || (rates() > 0
                                && (windows.getLast().met()
                                        || violated().isEmpty()
                                        || windows.getLast().rate() <= lowest));
        return ended
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(lowest, SHARES[rates()] * first));
    }

    /// How many rates were tried; one that is held again counts once, after its second window.
    private int rates() {
        return windows.size() - (doubtful ? 1 : 0);
    }

    /// How many times as long as the first window the next one is, where nothing else limits it.
    public int longer() {
        int violations = (int) windows.stream().filter(RateProbe::violates).count();
        return (int) Math.pow(LONGER, violations + (doubtful ? 1 : 0));
    }

    /// These windows and a further one.
    public Hold with(RateProbe window) {
        var all = new ArrayList<>(windows);
        all.add(window);
        return new Hold(first, lowest, doubtful, all);
    }

    /// The same; once its first window held, with that as doubtful where all undisturbed windows of
    /// the search at rates up to 0.95 times the capacity use more than the objectives allow
    /// together.
    ///
    /// @param all windows of the search
    /// @param shortWindows an estimate, or a lower limit
    public Hold unlessDoubtful(List<RateProbe> all, Capacity shortWindows) {
        boolean held = windows.size() == 1 && windows.getFirst().met();
        return held && PooledBurn.upTo(all, BELOW * shortWindows.figure()).burn() > 1
                ? new Hold(first, lowest, true, windows)
                : this;
    }

    /// The window that held; empty without one.
    public Optional<RateProbe> held() {
        return held(windows);
    }

    /// The last long window that held; not at a rate that another one violated, or above such a
    /// rate.
    static Optional<RateProbe> held(List<RateProbe> windows) {
        return windows.stream()
                .filter(RateProbe::met)
                .filter(w -> windows.stream().noneMatch(v -> v.violates() && v.rate() <= w.rate()))
                .reduce((_, last) -> last);
    }

    /// The lowest rate that was violated; empty without one.
    public Optional<RateProbe> violated() {
        return windows.stream().filter(RateProbe::violates).reduce((_, last) -> last);
    }

    /// The capacity, where that by windows of some seconds was held, or not.
    ///
    /// @param shortWindows an estimate, or a lower limit
    public Capacity of(Capacity shortWindows) {
        var violated = violated();
        if (violated.isEmpty()) {
            return shortWindows;
        }
        return held().<Capacity>map(w -> new Capacity.Held(w, violated.get()))
                .orElseGet(() ->
                        windows.getLast().violates()
                                ? new Capacity.NotMet(violated.get())
                                : notHeld(shortWindows, violated.get()));
    }

    /// Where lower rates could not be measured: an estimate stays one, and a rate that was violated
    /// is no lower limit.
    private static Capacity notHeld(Capacity shortWindows, RateProbe violated) {
        return shortWindows instanceof Capacity.AtLeast
                ? new Capacity.Unknown(
                        "windows of some seconds held %s/s, a long one did not, and no lower rate could be measured"
                                .formatted(Figures.number(violated.rate())))
                : shortWindows;
    }
}
