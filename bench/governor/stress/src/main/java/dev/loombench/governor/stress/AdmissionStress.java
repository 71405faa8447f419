package dev.loombench.governor.stress;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Limit;
import dev.loombench.governor.admission.Priority;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/// Concurrent acquisitions and releases: the bound holds, and released permits are not counted.
final class AdmissionStress {
    private AdmissionStress() {}

    private static boolean isAdmitted(Admission admission) {
        return admission instanceof Admission.Permit;
    }

    private static Admission.Permit permit(AdmissionLimit limit) {
        return (Admission.Permit) limit.tryAcquire();
    }

    /// Two requests of one priority at a limit of 1.
    @JCStressTest
    @Outcome(id = "true, false, 1", expect = Expect.ACCEPTABLE, desc = "the first is admitted")
    @Outcome(id = "false, true, 1", expect = Expect.ACCEPTABLE, desc = "the second is admitted")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both or neither")
    @State
    public static class LastPermit {
        private final AdmissionLimit limit = new AdmissionLimit(Limit.fixed(1));

        @Actor
        public void first(ZZI_Result r) {
            r.r1 = isAdmitted(limit.tryAcquire());
        }

        @Actor
        public void second(ZZI_Result r) {
            r.r2 = isAdmitted(limit.tryAcquire());
        }

        @Arbiter
        public void after(ZZI_Result r) {
            r.r3 = limit.inFlight();
        }
    }

    /// Two requests of different priorities at a limit of 1: each priority has a reserved share.
    @JCStressTest
    @Outcome(id = "true, true, 2", expect = Expect.ACCEPTABLE, desc = "both are admitted")
    @Outcome(expect = Expect.FORBIDDEN, desc = "one used the share reserved for the other")
    @State
    public static class ReservedShares {
        private final AdmissionLimit limit = new AdmissionLimit(Limit.fixed(1));

        @Actor
        public void critical(ZZI_Result r) {
            r.r1 = isAdmitted(limit.tryAcquire(Priority.CRITICAL));
        }

        @Actor
        public void background(ZZI_Result r) {
            r.r2 = isAdmitted(limit.tryAcquire(Priority.BACKGROUND));
        }

        @Arbiter
        public void after(ZZI_Result r) {
            r.r3 = limit.inFlight();
        }
    }

    /// A release of the only permit races with an acquisition.
    @JCStressTest
    @Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "released before the acquisition")
    @Outcome(id = "false, 0", expect = Expect.ACCEPTABLE, desc = "released after the acquisition")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a permit lost or gained")
    @State
    public static class ReleaseAndAcquire {
        private final AdmissionLimit limit = new AdmissionLimit(Limit.fixed(1));
        private final Admission.Permit held = permit(limit);

        @Actor
        public void release() {
            held.close();
        }

        @Actor
        public void acquire(ZI_Result r) {
            r.r1 = isAdmitted(limit.tryAcquire());
        }

        @Arbiter
        public void after(ZI_Result r) {
            r.r2 = limit.inFlight();
        }
    }

    /// One permit closed and ignored at once: only the first call counts.
    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "closed first")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "ignored first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "counted twice or not at all")
    @State
    public static class CloseAndIgnore {
        private final CountingLimit counting = new CountingLimit();
        private final AdmissionLimit limit = new AdmissionLimit(counting);
        private final Admission.Permit held = permit(limit);

        @Actor
        public void close() {
            held.close();
        }

        @Actor
        public void ignore() {
            held.ignore();
        }

        @Arbiter
        public void after(II_Result r) {
            r.r1 = limit.inFlight();
            r.r2 = counting.samples;
        }
    }

    /// Two permits closed at once. `Limit` is called by one thread at a time, so a sample may be
    /// dropped while the other is processed; the limit in force is the latest one.
    @JCStressTest
    @Outcome(id = "0, 2, 12", expect = Expect.ACCEPTABLE, desc = "both samples were used")
    @Outcome(id = "0, 1, 11", expect = Expect.ACCEPTABLE, desc = "one sample was dropped")
    @Outcome(expect = Expect.FORBIDDEN, desc = "concurrent calls, or an outdated limit")
    @State
    public static class ConcurrentSamples {
        private final CountingLimit counting = new CountingLimit();
        private final AdmissionLimit limit = new AdmissionLimit(counting);
        private final Admission.Permit one = permit(limit);
        private final Admission.Permit other = permit(limit);

        @Actor
        public void one() {
            one.close();
        }

        @Actor
        public void other() {
            other.close();
        }

        @Arbiter
        public void after(III_Result r) {
            r.r1 = limit.inFlight();
            r.r2 = counting.samples;
            r.r3 = limit.limit();
        }
    }

    /// A sample changes the limit during an acquisition, which the old and the new limit both
    /// admit.
    @JCStressTest
    @Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "admitted")
    @Outcome(expect = Expect.FORBIDDEN, desc = "rejected, or miscounted")
    @State
    public static class SampleAndAcquire {
        private final AdmissionLimit limit = new AdmissionLimit(new CountingLimit());
        private final Admission.Permit held = permit(limit);

        @Actor
        public void release() {
            held.close();
        }

        @Actor
        public void acquire(ZI_Result r) {
            r.r1 = isAdmitted(limit.tryAcquire());
        }

        @Arbiter
        public void after(ZI_Result r) {
            r.r2 = limit.inFlight();
        }
    }

    /// A limit of 10 plus the number of samples; concurrent calls would lose one.
    private static final class CountingLimit implements Limit {
        private int samples;

        @Override
        public int limit() {
            return 10 + samples;
        }

        @Override
        public void onSample(long began, long ended, int inFlight) {
            samples++;
        }

        @Override
        public long medianRttNanos() {
            return 0;
        }
    }
}
