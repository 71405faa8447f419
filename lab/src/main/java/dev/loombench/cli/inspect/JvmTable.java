package dev.loombench.cli.inspect;

import dev.loombench.observe.jvm.RunningJvm;
import dev.loombench.observe.result.JavaRuntime;
import dev.loombench.report.Format;
import dev.loombench.report.text.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// The JVMs of this user with what they run.
final class JvmTable {
    private static final int FORMAT = 1;

    private JvmTable() {}

    /// What `loombench inspect` without a process prints.
    static List<String> text(List<RunningJvm> jvms, Instant now) {
        if (jvms.isEmpty()) {
            return List.of(
                    "No JVM of this user runs on this machine. For one of another user, run this as"
                            + " that user, as with sudo -u USER.");
        }
        var lines = new ArrayList<String>();
        lines.add("JVMs of this user; loombench inspect PID or NAME inspects one:");
        lines.addAll(lines(jvms, now));
        return lines;
    }

    /// A line for each JVM, and below those that cannot be inspected the reason.
    static List<String> lines(List<RunningJvm> jvms, Instant now) {
        var table = new Table().row("program", "PID", "JDK", "runs for");
        for (var jvm : jvms) {
            table.row(
                    program(jvm),
                    Long.toString(jvm.pid()),
                    jvm.java().map(JvmTable::jdk).orElse(Format.MISSING),
                    jvm.started()
                            .map(start -> age(Duration.between(start, now)))
                            .orElse(Format.MISSING));
        }
        var rows = table.lines();
        var lines = new ArrayList<>(rows.subList(0, 1));
        for (int i = 0; i < jvms.size(); i++) {
            lines.add(rows.get(i + 1));
            jvms.get(i)
                    .refusal()
                    .ifPresent(
                            reason -> lines.add("  cannot be inspected: " + Format.plain(reason)));
        }
        return lines;
    }

    private static String program(RunningJvm jvm) {
        return jvm.program().isEmpty() ? "(unknown)" : Format.plain(jvm.program());
    }

    private static String jdk(JavaRuntime java) {
        return Format.plain(
                java.vendor().isEmpty()
                        ? java.release()
                        : "%s (%s)".formatted(java.release(), java.vendor()));
    }

    /// `42 s`, `7 min`, `3 h 12 min`, `5 d 2 h`.
    static String age(Duration time) {
        if (time.toMinutes() < 1) {
            return Math.max(0, time.toSeconds()) + " s";
        }
        if (time.toHours() < 1) {
            return time.toMinutes() + " min";
        }
        return time.toDays() < 1
                ? "%d h %d min".formatted(time.toHours(), time.toMinutesPart())
                : "%d d %d h".formatted(time.toDays(), time.toHoursPart());
    }

    /// The same for other programs; a value that is not known is `null`.
    static String json(List<RunningJvm> jvms) {
        var json = new LinkedHashMap<String, Object>();
        json.put("format", FORMAT);
        json.put("jvms", jvms.stream().map(JvmTable::object).toList());
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(json);
    }

    private static Map<String, @Nullable Object> object(RunningJvm jvm) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("pid", jvm.pid());
        json.put("program", jvm.program().isEmpty() ? null : jvm.program());
        json.put(
                "jdk",
                jvm.java()
                        .map(java -> Map.of("version", java.release(), "vendor", java.vendor()))
                        .orElse(null));
        json.put("started", jvm.started().map(Instant::toString).orElse(null));
        json.put("refusal", jvm.refusal().orElse(null));
        return json;
    }
}
