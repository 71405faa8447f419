package dev.loombench.observe.proc.machine;

import dev.loombench.cgroup.ControlGroups;
import dev.loombench.observe.result.ProcessorSettings;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/// Reads the settings and the clock rate of the processors from `/sys` (Linux).
///
/// Source: the kernel's *Documentation/ABI/testing/sysfs-devices-system-cpu*.
///
/// @param root used in place of `/`
record ProcessorSettingsReader(Path root) {
    /// A driver may show 0, or words, for a processor that it cannot ask.
    private static final Pattern KNOWN_RATE = Pattern.compile("[1-9]\\d{0,9}");

    ProcessorSettings read() {
        return new ProcessorSettings(
                text("cpu0/cpufreq/scaling_governor"),
                turbo(),
                text("smt/active").map("1"::equals),
                ControlGroups.at(root).quotaCores());
    }

    /// `no_turbo` of Intel's driver, or `boost` of the others.
    private Optional<Boolean> turbo() {
        return text("intel_pstate/no_turbo")
                .map("0"::equals)
                .or(() -> text("cpufreq/boost").map("1"::equals));
    }

    /// The mean of the processors whose rate is known, Hz; empty where the machine reports none.
    OptionalDouble clockHertz() {
        double sum = 0;
        int count = 0;
        try (var processors = Files.newDirectoryStream(folder(), "cpu[0-9]*")) {
            for (var processor : processors) {
                var kilohertz =
                        text(processor.resolve("cpufreq/scaling_cur_freq"))
                                .filter(rate -> KNOWN_RATE.matcher(rate).matches());
                if (kilohertz.isPresent()) {
                    sum += 1_000 * Double.parseDouble(kilohertz.get());
                    count++;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return OptionalDouble.empty();
        }
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
    }

    private Path folder() {
        return root.resolve("sys/devices/system/cpu");
    }

    private Optional<String> text(String file) {
        return text(folder().resolve(file));
    }

    private static Optional<String> text(Path file) {
        try {
            return Files.isRegularFile(file)
                    ? Optional.of(Files.readString(file).strip())
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // a processor that is offline, or a driver without the value
        }
    }
}
