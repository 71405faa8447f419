package dev.loombench.run.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.launch.process.EndpointProcess.Known;
import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.jvm.ListingCrash;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ThreadListRuleTest {
    private static final Observation JVM = series(MetricId.HEAP_USED, 1);

    private static Observation series(MetricId metric, double value) {
        return new Series("attach", metric, List.of(new Point(1, 0), new Point(2, value)));
    }

    @Test
    void jdks_from_21_to_25_may_crash() {
        assertThat(List.of(17, 20, 26, 27)).noneMatch(ListingCrash::mayHappen);
        assertThat(List.of(21, 24, 25)).allMatch(ListingCrash::mayHappen);
    }

    /// Carriers end after 30 s without work, so their number would not show the virtual threads.
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_running_jvm_with_virtual_threads_is_not_put_at_risk() {
        boolean affected = ListingCrash.mayHappen(Runtime.version().feature());
        var idle = List.of(JVM, series(MetricId.CARRIERS_POOL, 0));
        try (var jvm = ScriptableProcess.start()) {
            assertThat(ThreadListRule.refusal(known(jvm), idle)).as("before the first").isEmpty();
            jvm.call("sleep-virtual", 2);
            assertThat(ThreadListRule.refusal(known(jvm), idle).isPresent()).isEqualTo(affected);
            assertThat(ThreadListRule.refusal(known(jvm), List.of())).as("no JVM").isEmpty();
        }
    }

    private static Known known(ScriptableProcess jvm) {
        var process = ProcessHandle.of(jvm.pid()).orElseThrow();
        return new Known(process, process, Optional.empty());
    }
}
