package dev.loombench.diagnose.rule.carrier;

import static dev.loombench.diagnose.finding.Amounts.seconds;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.evidence.CarrierStacks;
import dev.loombench.diagnose.evidence.CarrierStacks.Carried;
import dev.loombench.diagnose.evidence.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// How long virtual threads keep their carriers, by the closest pairs of moments: one that is in
/// the same call on the same carrier at both has not released it in between. With others in the
/// queue it would not be back by chance.
///
/// @param kept virtual threads that were on the same carrier at both moments of a pair
/// @param seen all on a carrier at the second moment of a pair
/// @param nanos the shortest time between the two
record Turns(List<Carried> kept, int seen, long nanos) {
    /// Fewer show no length.
    private static final int FEWEST = 4;

    /// Pairs of so many times the shortest interval are as close.
    private static final int CLOSE = 2;

    /// Turns that are shorter than a longer time may be long.
    private static final double SHORT_SECONDS = 1;

    Turns {
        kept = List.copyOf(kept);
    }

    static Turns of(Evidence evidence) {
        return of(evidence.carriers().stacks().value().orElse(List.of()));
    }

    /// @param moments in order of time
    static Turns of(List<CarrierStacks> moments) {
        long shortest = Long.MAX_VALUE;
        for (int i = 1; i < moments.size(); i++) {
            shortest = Math.min(shortest, interval(moments, i));
        }
        var kept = new ArrayList<Carried>();
        int seen = 0;
        for (int i = 1; i < moments.size(); i++) {
            if (interval(moments, i) / CLOSE <= shortest) {
                var before = moments.get(i - 1).carried();
                var now = moments.get(i).carried();
                now.stream().filter(carried -> isAmong(carried, before)).forEach(kept::add);
                seen += now.size();
            }
        }
        return new Turns(kept, seen, shortest);
    }

    private static long interval(List<CarrierStacks> moments, int second) {
        return moments.get(second).nanos() - moments.get(second - 1).nanos();
    }

    private static boolean isAmong(Carried carried, List<Carried> before) {
        return before.stream()
                .anyMatch(other ->
                        other.osThread() == carried.osThread()
                                && other.virtualThread() == carried.virtualThread()
                                && StackFrames.applicationCalls(other.frames())
                                        .equals(StackFrames.applicationCalls(carried.frames())));
    }

    /// Whether those that keep their carriers so long have them for half of the time or more.
    boolean areLong() {
        return seen >= FEWEST && 2 * kept.size() >= seen;
    }

    private boolean areShort() {
        return seen >= FEWEST && kept.isEmpty() && nanos / 1e9 <= SHORT_SECONDS;
    }

    /// ` in turns of less than 250 ms`; empty where their length is not known.
    String describe() {
        if (areLong()) {
            return ", most of the time in turns of %s or more".formatted(seconds(nanos / 1e9));
        }
        return areShort() ? " in turns of less than " + seconds(nanos / 1e9) : "";
    }

    /// What shows that they are long; empty where they are not.
    Stream<String> evidence() {
        return areLong()
                ? Stream.of(
                        "%d of %d virtual threads on carriers had been in the same call on the same carrier %s before"
                                .formatted(kept.size(), seen, seconds(nanos / 1e9)))
                : Stream.empty();
    }

    /// The stacks of long turns; empty where they are not long.
    Optional<List<List<String>>> stacks() {
        return areLong()
                ? Optional.of(kept.stream().map(Carried::frames).toList())
                : Optional.empty();
    }
}
