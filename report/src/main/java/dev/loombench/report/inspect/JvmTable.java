package dev.loombench.report.inspect;

import dev.loombench.export.PageTable;
import dev.loombench.observe.result.JavaRuntime;
import dev.loombench.observe.result.RunningJvm;
import dev.loombench.report.Format;
import dev.loombench.report.text.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The JVMs of this user with what they run.
public final class JvmTable {
    static final String NONE =
            "No JVM of this user runs on this machine. For one of another user, run this as"
                    + " that user, as with sudo -u USER.";

    private static final List<String> COLUMNS = List.of("program", "PID", "JDK", "runs for");

    /// Of other users, that are named.
    private static final int OTHERS = 5;

    private JvmTable() {}

    /// What `loombench inspect` without a process prints.
    ///
    /// @param others processes of other users, as in `812 of tomcat`
    static List<String> text(List<RunningJvm> jvms, List<String> others, Instant now) {
        var lines = new ArrayList<String>();
        if (jvms.isEmpty()) {
            lines.add(NONE);
        } else {
            lines.add("JVMs of this user; loombench inspect PID or NAME inspects one:");
            lines.addAll(lines(jvms, now));
        }
        ofOthers(others).ifPresent(lines::add);
        return lines;
    }

    /// A sentence about the processes of other users; empty without any.
    static Optional<String> ofOthers(List<String> others) {
        int more = others.size() - OTHERS;
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Processes named java of other users, which only these can inspect (sudo -u USER): %s%s"
                                .formatted(
                                        Format.plain(
                                                String.join(
                                                        ", ",
                                                        others.stream().limit(OTHERS).toList())),
                                        more > 0 ? " and %d more".formatted(more) : ""));
    }

    static PageTable of(List<RunningJvm> jvms, Instant now) {
        return PageTable.ofTexts(COLUMNS, jvms.stream().map(jvm -> row(jvm, now)).toList());
    }

    private static List<String> row(RunningJvm jvm, Instant now) {
        return List.of(
                program(jvm),
                Long.toString(jvm.pid()),
                jvm.java().map(JvmTable::jdk).orElse(Format.MISSING),
                jvm.started()
                        .map(start -> age(Duration.between(start, now)))
                        .orElse(Format.MISSING));
    }

    /// A line for each JVM, and below those that cannot be inspected the reason.
    public static List<String> lines(List<RunningJvm> jvms, Instant now) {
        var rows = Table.of(of(jvms, now)).lines();
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
}
