package dev.loombench.observe.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.perf.PerfSupport.Opener;
import dev.loombench.observe.perf.PerfSupport.Support;
import dev.loombench.observe.result.MetricId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerfSupportTest {
    private static final Opener ALL = (_, _) -> 0;

    @TempDir private Path root;

    @Test
    void every_event_is_counted_where_nothing_is_refused() {
        var support = PerfSupport.of(root, ALL);
        assertThat(support.counted())
                .containsExactly(
                        "CPU time", "context switches", "CPU migrations", "instructions", "cycles");
        assertThat(support.limit()).isEmpty();
        assertThat(support.kernelModeRefusal()).isEmpty();
    }

    @Test
    void a_processor_without_counters_still_counts_what_the_kernel_counts() {
        var support =
                PerfSupport.of(
                        root,
                        (event, _) ->
                                event.kind() == PerfEvent.Kind.HARDWARE ? -PerfRefusal.ENOENT : 0);
        assertThat(support.counted())
                .containsExactly("CPU time", "context switches", "CPU migrations");
        assertThat(support.refusal(MetricId.COUNTED_INSTRUCTIONS))
                .hasValueSatisfying(r -> assertThat(r.reason()).contains("offers no such counter"));
        assertThat(support.refusal(MetricId.COUNTED_SWITCHES)).isEmpty();
        assertThat(support.refusal(MetricId.PROCESS_CPU)).isEmpty();
    }

    /// A count of context switches in user mode would be 0.
    @Test
    void in_user_mode_only_events_of_the_kernel_are_refused() throws IOException {
        paranoid(2);
        var support = PerfSupport.of(root, (_, userOnly) -> userOnly ? 0 : -PerfRefusal.EACCES);
        assertThat(support.counted()).containsExactly("CPU time", "instructions", "cycles");
        assertThat(support.of(PerfEvent.INSTRUCTIONS)).isEqualTo(new Support.Counted(true));
        assertThat(support.refusal(MetricId.COUNTED_SWITCHES)).isPresent();
        assertThat(support.kernelModeRefusal())
                .hasValue(
                        new PerfRefusal(
                                "the kernel counts user mode only (kernel.perf_event_paranoid is 2)",
                                "sudo sysctl kernel.perf_event_paranoid=1"));
    }

    @Test
    void without_hardware_counters_no_kernel_mode_is_missing() {
        var support =
                PerfSupport.of(
                        root,
                        (event, userOnly) ->
                                event.kind() == PerfEvent.Kind.HARDWARE
                                        ? -PerfRefusal.ENOENT
                                        : userOnly ? 0 : -PerfRefusal.EACCES);
        assertThat(support.counted()).containsExactly("CPU time");
        assertThat(support.kernelModeRefusal()).isEmpty();
    }

    @Test
    void a_setting_that_refuses_everything_is_named_with_its_remedy() throws IOException {
        paranoid(4);
        var refusal =
                PerfSupport.of(root, (_, _) -> -PerfRefusal.EACCES)
                        .refusal(MetricId.COUNTED_INSTRUCTIONS);
        assertThat(refusal)
                .hasValue(
                        new PerfRefusal(
                                "the kernel does not permit performance events (kernel.perf_event_paranoid is 4)",
                                "sudo sysctl kernel.perf_event_paranoid=1"));
    }

    @Test
    void where_the_setting_permits_it_something_else_refuses() throws IOException {
        paranoid(1);
        assertThat(PerfSupport.of(root, (_, _) -> -PerfRefusal.EPERM).limit())
                .hasValueSatisfying(r -> assertThat(r.reason()).contains("seccomp"));
    }

    @Test
    void cores_of_several_kinds_have_no_hardware_counters_that_cover_all() throws IOException {
        device("cpu_core/cpus");
        assertThat(PerfSupport.of(root, ALL).limit()).isEmpty();
        device("cpu_atom/cpus");
        device("uncore_imc/cpumask");
        assertThat(PerfSupport.of(root, ALL).counted())
                .containsExactly("CPU time", "context switches", "CPU migrations");
    }

    @Test
    void an_unknown_error_shows_its_number() {
        assertThat(PerfSupport.of(root, (_, _) -> -22).limit())
                .hasValueSatisfying(r -> assertThat(r.reason()).endsWith("error 22"));
    }

    private void paranoid(int level) throws IOException {
        var folder = Files.createDirectories(root.resolve("proc/sys/kernel"));
        Files.writeString(folder.resolve("perf_event_paranoid"), level + "\n");
    }

    private void device(String file) throws IOException {
        var path = root.resolve("sys/bus/event_source/devices").resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, "0-3\n");
    }
}
