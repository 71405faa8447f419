package dev.loombench.governor.stress;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Limit;
import dev.loombench.governor.admission.Partitions;
import dev.loombench.governor.admission.Priority;
import java.util.Map;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/// Concurrent requests of partitions: a share is used once, and released permits are not counted.
final class PartitionsStress {
    private PartitionsStress() {}

    private static Partitions quarter() {
        return Partitions.of(new AdmissionLimit(Limit.fixed(4)), Map.of("a", 0.25));
    }

    private static Admission acquire(Partitions partitions, String name) {
        return partitions.tryAcquire(name, Priority.CRITICAL);
    }

    private static boolean isAdmitted(Admission admission) {
        return admission instanceof Admission.Permit;
    }

    /// Others use the limit of 4, of which the partition has a quarter: one request.
    @JCStressTest
    @Outcome(id = "true, false, 5", expect = Expect.ACCEPTABLE, desc = "the first is admitted")
    @Outcome(id = "false, true, 5", expect = Expect.ACCEPTABLE, desc = "the second is admitted")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both or neither")
    @State
    public static class LastSlotOfAShare {
        private final Partitions partitions = quarter();

        public LastSlotOfAShare() {
            for (int i = 0; i < 4; i++) {
                var unused = acquire(partitions, "others");
            }
        }

        @Actor
        public void first(ZZI_Result r) {
            r.r1 = isAdmitted(acquire(partitions, "a"));
        }

        @Actor
        public void second(ZZI_Result r) {
            r.r2 = isAdmitted(acquire(partitions, "a"));
        }

        @Arbiter
        public void after(ZZI_Result r) {
            r.r3 = partitions.limit().inFlight();
        }
    }

    /// Two requests of a partition, one within its share and one beyond it, begin and end at once.
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "nothing is in flight")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a slot of the limit or of the partition is lost")
    @State
    public static class AcquireAndRelease {
        private final Partitions partitions = quarter();

        private void once() {
            if (acquire(partitions, "a") instanceof Admission.Permit permit) {
                permit.close();
            }
        }

        @Actor
        public void first() {
            once();
        }

        @Actor
        public void second() {
            once();
        }

        @Arbiter
        public void after(II_Result r) {
            r.r1 = partitions.limit().inFlight();
            r.r2 = partitions.inFlight("a");
        }
    }
}
