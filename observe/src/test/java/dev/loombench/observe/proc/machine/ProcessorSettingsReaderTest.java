package dev.loombench.observe.proc.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.ProcessorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorSettingsReaderTest {
    @TempDir private Path root;

    @Test
    void settings_of_the_intel_driver() throws IOException {
        write("cpu0/cpufreq/scaling_governor", "powersave");
        write("intel_pstate/no_turbo", "1");
        write("smt/active", "1");
        assertThat(new ProcessorSettingsReader(root).read())
                .isEqualTo(
                        new ProcessorSettings(
                                Optional.of("powersave"),
                                Optional.of(false),
                                Optional.of(true),
                                OptionalDouble.empty()));
    }

    @Test
    void settings_of_other_drivers() throws IOException {
        write("cpufreq/boost", "1");
        write("smt/active", "0");
        var settings = new ProcessorSettingsReader(root).read();
        assertThat(settings.turbo()).hasValue(true);
        assertThat(settings.smt()).hasValue(false);
        assertThat(settings.governor()).isEmpty();
    }

    @Test
    void a_virtual_machine_hides_the_settings() {
        var reader = new ProcessorSettingsReader(root);
        assertThat(reader.read())
                .isEqualTo(
                        new ProcessorSettings(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                OptionalDouble.empty()));
        assertThat(reader.clockHertz()).isEmpty();
    }

    /// 1.5 and 2.5 GHz; the folders of drivers are no processors, and an offline one has no file.
    @Test
    void the_clock_rate_is_the_mean_of_all_processors() throws IOException {
        write("cpu0/cpufreq/scaling_cur_freq", "1500000");
        write("cpu1/cpufreq/scaling_cur_freq", "2500000");
        write("cpu2/online", "0");
        write("cpufreq/boost", "1");
        assertThat(new ProcessorSettingsReader(root).clockHertz()).hasValue(2e9);
    }

    @Test
    void a_rate_that_a_driver_does_not_know_is_none() throws IOException {
        write("cpu0/cpufreq/scaling_cur_freq", "0");
        write("cpu1/cpufreq/scaling_cur_freq", "<unknown>");
        var reader = new ProcessorSettingsReader(root);
        assertThat(reader.clockHertz()).isEmpty();
        write("cpu2/cpufreq/scaling_cur_freq", "2500000");
        assertThat(reader.clockHertz()).hasValue(2.5e9);
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve("sys/devices/system/cpu").resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }
}
