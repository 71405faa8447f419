package dev.loombench.report.json;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.concurrency.ConcurrencyLimit;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.concurrency.ImpliedConcurrency;
import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.RequestWaits.LockWait;
import dev.loombench.analysis.concurrency.RequestWaits.PermitWait;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.report.reason.NextStep;
import dev.loombench.report.reason.ReasonText;
import dev.loombench.stats.Interval;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Why the throughput of a variant is no higher, as data for other programs.
///
/// @param excessThreads waiting threads listed beyond the number of connections
record ReasonJson(
        String sentence,
        Optional<WaitsJson> waits,
        int excessThreads,
        Optional<ConcurrencyJson> concurrency,
        Optional<LimitJson> limit,
        Optional<NextJson> next) {

    /// @param users of a closed load without think time, else null
    /// @param library whose pool the requests wait for
    /// @param lock that most of them wait for; its owner is null where no listed thread is known to
    ///   hold it
    /// @param permits that they wait for
    record WaitsJson(
            String call,
            int requests,
            OptionalInt users,
            Optional<String> library,
            Optional<LockWait> lock,
            Optional<PermitsJson> permits) {
        static WaitsJson of(WaitLocation location, OptionalInt users) {
            return new WaitsJson(
                    location.call(),
                    location.count(),
                    users,
                    location.library().map(PoolLibrary::name),
                    location.lock(),
                    location.permits().map(PermitsJson::of));
        }
    }

    /// @param limit in words, as in `a Semaphore`
    /// @param method that acquires a permit; null where stacks do not show it
    /// @param taken permits of a `Semaphore`, by stacks; 0 where they show none
    record PermitsJson(String limit, Optional<String> method, int taken) {
        static PermitsJson of(PermitWait wait) {
            return new PermitsJson(wait.limit().label(), wait.method(), wait.certain());
        }
    }

    /// @param value throughput x `unloadedMeanMillis`
    /// @param whole the only whole number that it may be, else null
    record ConcurrencyJson(
            double value,
            Optional<Interval> interval,
            OptionalLong whole,
            double unloadedMeanMillis) {
        static ConcurrencyJson of(ImpliedConcurrency implied) {
            return new ConcurrencyJson(
                    implied.value(),
                    implied.interval().filter(Interval::informative),
                    implied.whole(),
                    implied.seconds() * 1e3);
        }
    }

    /// @param capacity that of the library by default where the basis is `default` or `unknown`
    /// @param basis the label of a [ConcurrencyLimit.Basis]
    /// @param property that sets it
    record LimitJson(
            String owner,
            String setting,
            long capacity,
            String basis,
            OptionalLong inUse,
            OptionalLong waiting,
            Optional<String> property) {
        static LimitJson of(ConcurrencyLimit limit) {
            return new LimitJson(
                    limit.owner(),
                    limit.setting(),
                    limit.capacity(),
                    limit.basis().label(),
                    limit.inUse(),
                    limit.waiting(),
                    limit.property());
        }
    }

    /// The value to try, and the command that compares it with the present one.
    record NextJson(long capacity, String sentence, Optional<String> command) {
        static NextJson of(NextStep step) {
            return new NextJson(step.next(), step.sentence(), step.command());
        }
    }

    static Optional<ReasonJson> of(Analysis analysis, VariantSummary summary) {
        return summary.bottleneck()
                .reason()
                .map(r -> of(r, NextStep.of(analysis, summary).map(NextJson::of)));
    }

    private static ReasonJson of(ConcurrencyReason reason, Optional<NextJson> next) {
        return new ReasonJson(
                ReasonText.of(reason),
                reason.location().map(l -> WaitsJson.of(l, reason.users())),
                reason.excess(),
                reason.concurrency().map(ConcurrencyJson::of),
                reason.limit().map(LimitJson::of),
                next);
    }
}
