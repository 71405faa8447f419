package dev.loombench.diagnose.rule.pool;

import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.lock.NoProgress;
import java.util.stream.Stream;

/// [NoProgress], with a pool whose threads did not run as the consequence of what most of them wait
/// for, where that is a finding of its own ([PoolBound]): it knows what to do.
public final class StuckPools {
    private StuckPools() {}

    public static Stream<ServiceFinding> in(Evidence evidence) {
        return NoProgress.in(
                evidence, threads -> PoolBound.of(threads, evidence).map(PoolBound::cause));
    }
}
