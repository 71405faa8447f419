package dev.loombench.cli.inspect;

import dev.loombench.observe.jvm.attach.RunningJvms;
import dev.loombench.observe.result.RunningJvm;
import dev.loombench.report.inspect.JvmTable;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/// The JVM that a user names: by its process id, or by what it runs.
public final class JvmChoice {
    private static final String JAR = ".jar";

    private JvmChoice() {}

    /// @param text of the command line: a process id, or a name
    /// @throws WrongInput when it is empty, and when no JVM of this user or several have that name
    public static long pid(String text) {
        return pid(text, "");
    }

    /// The same of a word that may name a file too.
    ///
    /// @param file which file has that name, for the message that no JVM has it; empty where files
    ///   do not matter
    static long pid(String text, String file) {
        if (text.isBlank()) {
            throw new WrongInput("the process id or name is empty");
        }
        return text.matches("[1-9]\\d{0,17}")
                ? Long.parseLong(text)
                : named(text, RunningJvms.ofThisUser(), file).pid();
    }

    /// The only JVM with a name.
    static RunningJvm named(String name, List<RunningJvm> jvms, String file) {
        var matching = matching(name, jvms);
        if (matching.size() == 1) {
            return matching.getFirst();
        }
        throw new WrongInput(
                matching.isEmpty()
                        ? "no JVM of this user runs %s%s; %s"
                                .formatted(
                                        TextSanitizer.quoted(name),
                                        file.isEmpty() ? "" : ", and " + file,
                                        listed(jvms))
                        : "%d JVMs of this user match %s: name one by its process id%n%s"
                                .formatted(
                                        matching.size(),
                                        TextSanitizer.quoted(name),
                                        table(matching)));
    }

    private static String listed(List<RunningJvm> jvms) {
        return jvms.isEmpty()
                ? "none runs at all"
                : "these JVMs do run:%n%s".formatted(table(jvms));
    }

    private static String table(List<RunningJvm> jvms) {
        return String.join("\n", JvmTable.lines(jvms, Instant.now()));
    }

    /// Those whose program is the name; else those whose jar or class is, without `.jar` and
    /// without the package; else those whose program contains it. Ignores case.
    static List<RunningJvm> matching(String name, List<RunningJvm> jvms) {
        var wanted = name.toLowerCase(Locale.ROOT);
        var exact = exactly(name, jvms);
        return exact.isEmpty() ? passing(jvms, program -> program.contains(wanted)) : exact;
    }

    /// Those of them whose name is the whole one.
    static List<RunningJvm> exactly(String name, List<RunningJvm> jvms) {
        var wanted = name.toLowerCase(Locale.ROOT);
        var programs = passing(jvms, wanted::equals);
        return programs.isEmpty()
                ? passing(jvms, program -> shortName(program).equals(wanted))
                : programs;
    }

    /// Those whose program in lower case passes a test.
    private static List<RunningJvm> passing(List<RunningJvm> jvms, Predicate<String> test) {
        return jvms.stream()
                .filter(jvm -> test.test(jvm.program().toLowerCase(Locale.ROOT)))
                .toList();
    }

    /// `shop` of `shop.jar` and of `com.example.shop`.
    private static String shortName(String program) {
        return program.endsWith(JAR)
                ? program.substring(0, program.length() - JAR.length())
                : program.substring(program.lastIndexOf('.') + 1);
    }
}
