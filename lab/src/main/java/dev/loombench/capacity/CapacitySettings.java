package dev.loombench.capacity;

import dev.loombench.analysis.capacity.BracketSearch;
import dev.loombench.analysis.capacity.RateGain;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/// What a search does, besides the experiment that names servers and requests.
///
/// @param objectives that must hold
/// @param processes per variant that confirm the capacity, 0 or more
/// @param window shortest length of a confirming window; a third of it for a bracketing one
/// @param arrival of the requests
/// @param connections of the load
/// @param hold shortest length of the window that holds the capacity; 0 for none
/// @param recovery length of the overload before recovery is measured; 0 for none
public record CapacitySettings(
        Objectives objectives,
        int processes,
        Duration window,
        Arrival arrival,
        int connections,
        Duration hold,
        Duration recovery) {
    /// The highest rate that one thread of the load generator accepts, requests/s.
    static final double HIGHEST = LoadModel.Open.MAX_RATE_PER_THREAD;

    /// A bracketing window is this much shorter, and has this much fewer requests.
    private static final int SHORT = 3;

    /// Windows are at most this much longer than the shortest, unless that is too short for a few
    /// requests.
    private static final int LONGER = 4;

    /// The longest window of few requests, as a multiple of the shortest window.
    private static final int LONGEST = 10;

    /// Share of slow responses that a pause of 0.6 s every minute causes.
    private static final double PAUSES = 0.01;

    /// A window that holds the capacity is at most this much longer.
    private static final double LONGEST_HOLD = 5;

    /// The longest such window after a violation, unless the first was longer.
    private static final Duration LONGEST_AFTER_VIOLATION = Duration.ofMinutes(8);

    /// The throughput of the warm-up's 8 users over a rate at which one request in twenty meets
    /// another: each takes `8 / throughput`.
    private static final double ALONE = 160;

    /// The longest window that shows whether slow responses rise with the rate, unless one that
    /// confirms is longer.
    private static final Duration LONGEST_FLAT = Duration.ofMinutes(1);

    public CapacitySettings {
        if (processes < 0) {
            throw new WrongInput("processes must be at least 0, was " + processes);
        }
        if (window.compareTo(Duration.ofMillis(300)) < 0) {
            throw new WrongInput("a window must take at least 300ms");
        }
        if (hold.isNegative()) {
            throw new WrongInput("the time to hold the capacity must not be negative");
        }
        if (recovery.isNegative()) {
            throw new WrongInput("the recovery time must not be negative");
        }
    }

    LoadModel.Open load(double rate) {
        return new LoadModel.Open(rate, arrival, connections);
    }

    /// The length of a confirming window: the shortest, or longer until the strictest percentile
    /// allows ten slower responses.
    Duration confirming(double rate) {
        return length(window, objectives.enoughRequests(), rate);
    }

    /// The length of a window above the capacity of a process, after its other windows. At the
    /// highest such rate a server may hold the objectives in all of it.
    Duration later(RateGain.Above above) {
        var confirming = confirming(above.rate());
        var longer = later(above.rate());
        return above.highest() && longer.compareTo(LONGEST_FLAT) > 0
                ? Collections.max(List.of(confirming, LONGEST_FLAT))
                : longer;
    }

    /// The length of a window at any other rate after these.
    Duration later(double rate) {
        return confirming(rate).multipliedBy(RateGain.LONGER);
    }

    /// The length of a bracketing window, by the same rule.
    Duration bracketing(double rate) {
        return length(window.dividedBy(SHORT), objectives.enoughRequests() / SHORT, rate);
    }

    /// The length of the window that holds the capacity: longer where fewer responses may be slow,
    /// so that a pause that is too long for them is in it, or where there are few requests.
    ///
    /// @param longer how many times as long as the first of such windows
    Duration holding(double rate, int longer) {
        double pauses = PAUSES / objectives.strictest().orElse(PAUSES);
        double requests = objectives.enoughRequests() / rate * 1e9 / hold.toNanos();
        double first = Math.clamp(Math.max(pauses, requests), 1, LONGEST_HOLD) * hold.toNanos();
        double longest = Math.max(first, (double) LONGEST_AFTER_VIOLATION.toNanos());
        return Duration.ofNanos((long) Math.min(longer * first, longest));
    }

    /// The lowest rate at which a window of ten times the shortest has enough requests to hold the
    /// objectives, requests/s.
    double lowest() {
        double longest = LONGEST * (window.toNanos() / 1e9);
        return Math.min(objectives.fewestRequests() / longest, HIGHEST);
    }

    private Duration length(Duration shortest, double requests, double rate) {
        double wanted = requests / rate * 1e9;
        double few = objectives.fewestRequests() / rate * 1e9;
        double longest = Math.max((double) LONGER * shortest.toNanos(), few);
        double nanos = Math.clamp(wanted, (double) shortest.toNanos(), longest);
        return Duration.ofNanos((long) nanos);
    }

    /// The time under a load before its window opens: connections are opened, and queues fill.
    Duration settling() {
        long open = Math.min(1_000, connections) * 1_000_000L;
        return Duration.ofNanos(Math.max(open, window.toNanos() / 10)).plusMillis(200);
    }

    /// Begins with half of what a few users get. A window below 1/s takes up to ten times the
    /// shortest, and is left out where requests are [alone][#ALONE] at 1/s already: they are as
    /// slow at lower rates.
    BracketSearch.Limits limits(double throughput) {
        boolean known = Double.isFinite(throughput);
        double lowest = known ? Math.max(lowest(), Math.min(1, throughput / ALONE)) : lowest();
        double start = known ? throughput / 2 : lowest;
        return new BracketSearch.Limits(Math.clamp(start, lowest, HIGHEST), lowest, HIGHEST);
    }
}
