package dev.loombench.governor.stress;

import dev.loombench.governor.admission.CoDelGate;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/// Two tasks pass the gate promptly; one of them was delayed by 104 ms after its read of the clock.
/// The queue is not a standing queue, so a task that has waited 53 of 100 ms is not late.
@JCStressTest
@Outcome(id = "false, false, false", expect = Expect.ACCEPTABLE, desc = "no task is late")
@Outcome(expect = Expect.FORBIDDEN, desc = "the later sample was lost")
@State
public class CoDelGateStress {
    private static final long MS = 1_000_000;

    private final CoDelGate gate = new CoDelGate(Duration.ofMillis(100));

    @Actor
    public void prompt(ZZZ_Result r) {
        r.r1 = gate.isLate(105 * MS, 106 * MS);
    }

    @Actor
    public void delayed(ZZZ_Result r) {
        r.r2 = gate.isLate(1 * MS, 2 * MS);
    }

    @Arbiter
    public void after(ZZZ_Result r) {
        r.r3 = gate.isLate(54 * MS, 107 * MS);
    }
}
