package dev.loombench.report.inspect;

import dev.loombench.export.CsvRows;
import dev.loombench.observe.result.RunningJvm;
import dev.loombench.report.inspect.InspectJson.JdkJson;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The JVMs of this user for other programs; a value that is not known is null.
///
/// @param format version of these keys, increased when a key changes its meaning or is removed
record JvmsJson(int format, List<JvmJson> jvms) {
    private static final int FORMAT = 1;

    /// @param refusal why it cannot be inspected; null where nothing is against it
    record JvmJson(
            long pid,
            Optional<String> program,
            Optional<JdkJson> jdk,
            Optional<Instant> started,
            Optional<String> refusal) {
        static JvmJson of(RunningJvm jvm) {
            return new JvmJson(
                    jvm.pid(),
                    Optional.of(jvm.program()).filter(program -> !program.isEmpty()),
                    jvm.java().map(java -> new JdkJson(Optional.of(java.release()), java.vendor())),
                    jvm.started(),
                    jvm.refusal());
        }
    }

    static JvmsJson of(List<RunningJvm> jvms) {
        return new JvmsJson(FORMAT, jvms.stream().map(JvmJson::of).toList());
    }

    /// A row per JVM.
    CsvRows rows() {
        return CsvRows.of(JvmJson.class, jvms);
    }
}
