package dev.loombench.cli.govern;

import dev.loombench.observe.jvm.CountedWork;
import dev.loombench.observe.jvm.GovernorClient;
import java.io.IOException;
import java.time.Duration;

/// Reads how much work a service has completed, and so its rate in each window.
final class RateCounter {
    private static final double NANOS_PER_SECOND = 1e9;

    private final GovernorClient service;
    private final CountedWork work;
    private final GovernedRate rate;
    private Reading last;

    private record Reading(long nanos, long completed) {
        double perSecondUntil(Reading later) {
            return (later.completed - completed) * NANOS_PER_SECOND / (later.nanos - nanos);
        }
    }

    RateCounter(GovernorClient service, CountedWork work) throws IOException {
        this.service = service;
        this.work = work;
        rate = new GovernedRate(work);
        last = read();
    }

    CountedWork work() {
        return work;
    }

    private Reading read() throws IOException {
        return new Reading(System.nanoTime(), service.completed(work).orElse(0));
    }

    /// Ends a window before governing.
    void countBefore() throws IOException {
        var now = read();
        rate.addBefore(last.perSecondUntil(now));
        last = now;
    }

    /// Begins the first window of governing.
    void begin() throws IOException {
        last = read();
    }

    /// Ends a window of governing once it is that long.
    void countGoverned(Duration window) throws IOException {
        if (System.nanoTime() - last.nanos < window.toNanos()) {
            return;
        }
        var now = read();
        rate.addGoverned(last.perSecondUntil(now));
        last = now;
    }

    String text(boolean changed) {
        return rate.text(changed);
    }
}
