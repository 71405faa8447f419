package dev.loombench;

import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Profile;
import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.observe.result.ProfiledStack;
import dev.loombench.observe.result.Profiler;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;

/// The sample run with profiles of the CPU.
///
/// Of 10,000 samples, 1,000 are of the collector and the rest within `Cart.handle`: of these, about
/// 1,000 in `Cart.total` with the pool, and 3,000 with virtual threads. At 100 µs per request,
/// these are 10 and 30 µs.
public final class SampleProfile {
    private static final long SAMPLES = 10_000;
    private static final long COLLECTOR = 1_000;

    private SampleProfile() {}

    public static List<TrialResult> trials() {
        return SampleRun.trials().stream().map(SampleProfile::profiled).toList();
    }

    private static TrialResult profiled(TrialResult result) {
        var trial = (Completed) result.outcome();
        var observations = new ArrayList<Observation>(trial.observations());
        boolean pool = result.trial().variant().equals(SampleRun.POOL);
        observations.add(profile((pool ? 1_000 : 3_000) + 10L * (result.trial().block() - 2)));
        return result.with(trial.with(observations));
    }

    private static Profile profile(long total) {
        return new Profile(
                "profile",
                ProfiledCost.CPU,
                Profiler.ASYNC_PROFILER,
                SAMPLES,
                List.of(
                        stack(SAMPLES - COLLECTOR - total, "com.shop.Cart.handle"),
                        stack(total, "com.shop.Cart.handle", "com.shop.Cart.total"),
                        new ProfiledStack(List.of("G1ParTask::work"), COLLECTOR)));
    }

    private static ProfiledStack stack(long weight, String... called) {
        var frames = new ArrayList<String>();
        frames.add("java.lang.Thread.run");
        frames.add("org.server.Connector.serve");
        frames.addAll(List.of(called));
        return new ProfiledStack(frames, weight);
    }
}
