package dev.loombench.base;

import java.util.Set;

/// Environment variables from which every JVM takes options, whatever its command line says.
public final class JvmVariables {
    /// Of HotSpot (`JDK_JAVA_OPTIONS` only for its `java`) and of OpenJ9.
    public static final Set<String> NAMES =
            Set.of(
                    "JAVA_TOOL_OPTIONS",
                    "JDK_JAVA_OPTIONS",
                    "_JAVA_OPTIONS",
                    "OPENJ9_JAVA_OPTIONS",
                    "IBM_JAVA_OPTIONS");

    /// Before their names, in what identifies the conditions of a run.
    public static final String IDENTITY = "environment variable ";

    private JvmVariables() {}
}
