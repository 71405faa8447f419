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

/// Two get through promptly, and one of them was held up for 104 ms after it had read the clock.
/// The queue is no standing one, so that who has waited for 53 of 100 ms is not late.
@JCStressTest
@Outcome(id = "false, false, false", expect = Expect.ACCEPTABLE, desc = "nobody is late")
@Outcome(expect = Expect.FORBIDDEN, desc = "what was seen later has been forgotten")
@State
public class LateGateStress {
    private static final long MS = 1_000_000;

    private final CoDelGate gate = new CoDelGate(Duration.ofMillis(100));

    @Actor
    public void prompt(ZZZ_Result r) {
        r.r1 = gate.isLate(105 * MS, 106 * MS);
    }

    @Actor
    public void heldUp(ZZZ_Result r) {
        r.r2 = gate.isLate(1 * MS, 2 * MS);
    }

    @Arbiter
    public void after(ZZZ_Result r) {
        r.r3 = gate.isLate(54 * MS, 107 * MS);
    }
}
