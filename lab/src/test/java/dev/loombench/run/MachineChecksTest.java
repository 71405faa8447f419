package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.machine.MachineDiagnostics.Check;
import dev.loombench.analysis.machine.MachineDiagnostics.State;
import dev.loombench.launch.Zoo;
import dev.loombench.launch.limit.HostLimits;
import dev.loombench.observe.perf.PerfRefusal;
import dev.loombench.observe.perf.PerfSupport;
import dev.loombench.observe.result.Environment;
import dev.loombench.observe.result.ProcessorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineChecksTest {
    @TempDir private Path root;

    @Test
    void an_unknown_setting_is_a_warning() {
        assertThat(check("processor", OptionalDouble.empty()).state()).isEqualTo(State.WARN);
        assertThat(check("processor", OptionalDouble.empty()).current())
                .endsWith("governor unknown");
        assertThat(check("time stamps", OptionalDouble.empty()).state()).isEqualTo(State.WARN);
        assertThat(check("other load", OptionalDouble.empty()).state()).isEqualTo(State.WARN);
    }

    @Test
    void a_recommended_setting_is_ok() throws IOException {
        write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance");
        write("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc");
        assertThat(check("processor", OptionalDouble.of(0)).state()).isEqualTo(State.OK);
        assertThat(check("time stamps", OptionalDouble.of(0)).state()).isEqualTo(State.OK);
        assertThat(check("other load", OptionalDouble.of(0.1)).state()).isEqualTo(State.OK);
        assertThat(check("other load", OptionalDouble.of(0.11)).state()).isEqualTo(State.WARN);
    }

    @Test
    void another_setting_is_a_warning_with_a_remedy() throws IOException {
        write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave");
        var check = check("processor", OptionalDouble.of(0));
        assertThat(check.state()).isEqualTo(State.WARN);
        assertThat(check.remedy()).hasValue("sudo cpupower frequency-set -g performance");
    }

    /// Three readings per step of 30 ns.
    @Test
    void the_step_of_a_clock_is_its_smallest_increment() {
        var readings = new AtomicLong();
        assertThat(MachineChecks.clockStep(() -> readings.getAndIncrement() / 3 * 30))
                .isEqualTo(30);
    }

    @Test
    void missing_counters_are_a_warning_with_the_reason_and_a_remedy() {
        var check = check("counters", OptionalDouble.of(0));
        assertThat(check.state()).isEqualTo(State.WARN);
        assertThat(check.current()).isEqualTo("no counters");
        assertThat(check.allows()).isEqualTo("no counts");
        assertThat(check.remedy()).hasValue("get some");
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }

    private Check check(String name, OptionalDouble othersBusy) {
        var machine =
                new Environment(
                        Instant.EPOCH,
                        "a processor",
                        2,
                        4L << 30,
                        "Linux 6.1",
                        "JDK 25",
                        OptionalDouble.empty(),
                        othersBusy,
                        OptionalDouble.empty(),
                        OptionalLong.empty(),
                        new ProcessorSettings(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                OptionalDouble.empty()));
        var zoo = Zoo.at(Path.of(System.getProperty("loombench.home")));
        return MachineChecks.of(
                        HostLimits.at(root),
                        machine,
                        PerfSupport.none(new PerfRefusal("no counters", "get some")),
                        zoo,
                        Optional.empty())
                .checks()
                .stream()
                .filter(c -> c.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
