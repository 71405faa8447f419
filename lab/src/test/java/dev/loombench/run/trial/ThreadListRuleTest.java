package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.process.EndpointProcess.Known;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import dev.loombench.result.Observation.Point;
import dev.loombench.result.Observation.Series;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ThreadListRuleTest {
    private static final Observation JVM = series(MetricId.HEAP_USED, 1);

    private static Observation series(MetricId metric, double value) {
        return new Series("jmx", metric, List.of(new Point(1, 0), new Point(2, value)));
    }

    @Test
    void jdks_from_21_to_25_may_crash() {
        assertThat(List.of(17, 20, 26, 27)).noneMatch(Jdks::mayCrashListingThreads);
        assertThat(List.of(21, 24, 25)).allMatch(Jdks::mayCrashListingThreads);
    }

    @Test
    void a_scheduler_without_carriers_has_no_virtual_threads() {
        assertThat(carriers(0)).isFalse();
        assertThat(carriers(2)).isTrue();
        assertThat(ThreadListRule.mayHaveVirtualThreads(List.of(JVM)))
                .as("before JDK 24 it is not known")
                .isTrue();
    }

    private static boolean carriers(double pool) {
        return ThreadListRule.mayHaveVirtualThreads(
                List.of(JVM, series(MetricId.CARRIERS_POOL, pool)));
    }

    /// This test runs on a JDK 25 or later.
    @Test
    void a_running_jvm_is_not_put_at_risk() {
        var own = ProcessHandle.current();
        var process = new Known(own, own, Optional.empty());
        boolean affected = Jdks.mayCrashListingThreads(Runtime.version().feature());
        var risky = List.of(JVM, series(MetricId.CARRIERS_POOL, 2));
        assertThat(ThreadListRule.refusal(process, risky).isPresent()).isEqualTo(affected);
        var safe = List.of(JVM, series(MetricId.CARRIERS_POOL, 0));
        assertThat(ThreadListRule.refusal(process, safe)).isEmpty();
        assertThat(ThreadListRule.refusal(process, List.of())).as("no JVM").isEmpty();
    }
}
