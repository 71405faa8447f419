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

/// Requests that come and go at once: the bound holds, and what has ended is forgotten.
final class AdmissionStress {
    private AdmissionStress() {}

    private static boolean isIn(Admission admission) {
        return admission instanceof Admission.Permit;
    }

    private static Admission.Permit permit(AdmissionLimit limit) {
        return (Admission.Permit) limit.tryAcquire();
    }

    /// A limit of 1, asked by two of one class.
    @JCStressTest
    @Outcome(id = "true, false, 1", expect = Expect.ACCEPTABLE, desc = "the first is in")
    @Outcome(id = "false, true, 1", expect = Expect.ACCEPTABLE, desc = "the second is in")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both or neither")
    @State
    public static class LastPlace {
        private final AdmissionLimit limit = new AdmissionLimit(Limit.fixed(1));

        @Actor
        public void first(ZZI_Result r) {
            r.r1 = isIn(limit.tryAcquire());
        }

        @Actor
        public void second(ZZI_Result r) {
            r.r2 = isIn(limit.tryAcquire());
        }

        @Arbiter
        public void after(ZZI_Result r) {
            r.r3 = limit.inFlight();
        }
    }

    /// A limit of 1, asked by two classes: each has a share that the other cannot take.
    @JCStressTest
    @Outcome(id = "true, true, 2", expect = Expect.ACCEPTABLE, desc = "both are in")
    @Outcome(expect = Expect.FORBIDDEN, desc = "one has taken the other's share")
    @State
    public static class OwnShares {
        private final AdmissionLimit limit = new AdmissionLimit(Limit.fixed(1));

        @Actor
        public void critical(ZZI_Result r) {
            r.r1 = isIn(limit.tryAcquire(Priority.CRITICAL));
        }

        @Actor
        public void background(ZZI_Result r) {
            r.r2 = isIn(limit.tryAcquire(Priority.BACKGROUND));
        }

        @Arbiter
        public void after(ZZI_Result r) {
            r.r3 = limit.inFlight();
        }
    }

    /// The only place is given back while another asks for it.
    @JCStressTest
    @Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "given back in time")
    @Outcome(id = "false, 0", expect = Expect.ACCEPTABLE, desc = "too late for the other")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a place lost or won")
    @State
    public static class ReleaseAndAcquire {
        private final AdmissionLimit limit = new AdmissionLimit(Limit.fixed(1));
        private final Admission.Permit held = permit(limit);

        @Actor
        public void goes() {
            held.close();
        }

        @Actor
        public void comes(ZI_Result r) {
            r.r1 = isIn(limit.tryAcquire());
        }

        @Arbiter
        public void after(ZI_Result r) {
            r.r2 = limit.inFlight();
        }
    }

    /// One permit ended twice, once well and once badly: the first counts.
    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "it ended well")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "it failed")
    @Outcome(expect = Expect.FORBIDDEN, desc = "it counted twice, or not at all")
    @State
    public static class EndedTwice {
        private final Learning learning = new Learning();
        private final AdmissionLimit limit = new AdmissionLimit(learning);
        private final Admission.Permit held = permit(limit);

        @Actor
        public void well() {
            held.close();
        }

        @Actor
        public void badly() {
            held.ignore();
        }

        @Arbiter
        public void after(II_Result r) {
            r.r1 = limit.inFlight();
            r.r2 = learning.ended;
        }
    }

    /// Two end at once, and `Limit` is promised one thread at a time. Either may find the other at
    /// it and go without teaching; the limit in force is the one last learnt.
    @JCStressTest
    @Outcome(id = "0, 2, 12", expect = Expect.ACCEPTABLE, desc = "both have taught")
    @Outcome(id = "0, 1, 11", expect = Expect.ACCEPTABLE, desc = "one has")
    @Outcome(expect = Expect.FORBIDDEN, desc = "two at once, or a limit that is out of date")
    @State
    public static class LearnTwice {
        private final Learning learning = new Learning();
        private final AdmissionLimit limit = new AdmissionLimit(learning);
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
            r.r2 = learning.ended;
            r.r3 = limit.limit();
        }
    }

    /// While one ends and teaches, another asks: it is let in by the old limit or the new.
    @JCStressTest
    @Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "there is room either way")
    @Outcome(expect = Expect.FORBIDDEN, desc = "refused, or counted wrongly")
    @State
    public static class LearnAndAcquire {
        private final AdmissionLimit limit = new AdmissionLimit(new Learning());
        private final Admission.Permit held = permit(limit);

        @Actor
        public void goes() {
            held.close();
        }

        @Actor
        public void comes(ZI_Result r) {
            r.r1 = isIn(limit.tryAcquire());
        }

        @Arbiter
        public void after(ZI_Result r) {
            r.r2 = limit.inFlight();
        }
    }

    /// 10, and one more for each that has ended; two threads in it at once would lose one.
    private static final class Learning implements Limit {
        private int ended;

        @Override
        public int limit() {
            return 10 + ended;
        }

        @Override
        public void onSample(long began, long ended, int inFlight) {
            this.ended++;
        }

        @Override
        public long medianRttNanos() {
            return 0;
        }
    }
}
