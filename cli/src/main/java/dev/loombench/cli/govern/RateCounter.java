package dev.loombench.cli.govern;

import dev.loombench.observe.jvm.CountedWork;
import dev.loombench.observe.jvm.GovernorClient;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Reads how much work a service has completed, and so its rate in each window.
final class RateCounter {
    private static final double NANOS_PER_SECOND = 1e9;

    private final GovernorClient service;
    private final CountedWork work;
    private final GovernedRate rate;
    private Reading last;

    /// @param completed empty while the service publishes no count
    record Reading(long nanos, OptionalLong completed) {
        /// The rate until a later reading; empty where the count is missing in either or has become
        /// lower, as when an executor has ended or a server has been started again.
        OptionalDouble perSecondUntil(Reading later) {
            if (completed.isEmpty() || later.completed.isEmpty()) {
                return OptionalDouble.empty();
            }
            long more = later.completed.getAsLong() - completed.getAsLong();
            return more < 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(more * NANOS_PER_SECOND / (later.nanos - nanos));
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
        return new Reading(System.nanoTime(), service.completed(work));
    }

    /// Ends a window before governing.
    void countBefore() throws IOException {
        var now = read();
        last.perSecondUntil(now).ifPresent(rate::addBefore);
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
        last.perSecondUntil(now).ifPresent(rate::addGoverned);
        last = now;
    }

    String text(boolean changed) {
        return rate.text(changed);
    }
}
