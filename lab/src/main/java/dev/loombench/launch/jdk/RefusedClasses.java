package dev.loombench.launch.jdk;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Classes that a JVM refused because a later JDK compiled them, as it prints them in an
/// `UnsupportedClassVersionError`. JDK N reads class files up to the major version `44 + N`.
///
/// Source: The Java Virtual Machine Specification, 4.1.
///
/// @param needed the JDK that reads the classes, by its major version
/// @param found the JDK that refused them
public record RefusedClasses(int needed, int found) {
    private static final int BEFORE_FIRST = 44;

    private static final Pattern ERROR =
            Pattern.compile(
                    "UnsupportedClassVersionError.*class file version (\\d{2,5})\\..* up to (\\d{2,5})\\.");

    /// Those of the latest JDK among the lines of an output; empty where there are none.
    public static Optional<RefusedClasses> in(List<String> lines) {
        return lines.stream()
                .map(ERROR::matcher)
                .filter(Matcher::find)
                .map(found -> new RefusedClasses(jdk(found.group(1)), jdk(found.group(2))))
                .max(Comparator.comparingInt(RefusedClasses::needed));
    }

    private static int jdk(String classFileVersion) {
        return Integer.parseInt(classFileVersion) - BEFORE_FIRST;
    }

    /// `its classes need JDK 25 or later, and it ran on JDK 21: set jdk (--jdk) to a later one`.
    public String message() {
        return "its classes need JDK %d or later, and it ran on JDK %d: set jdk (--jdk) to a later one"
                .formatted(needed, found);
    }
}
