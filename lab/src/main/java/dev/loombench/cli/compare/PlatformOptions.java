package dev.loombench.cli.compare;

import dev.loombench.spec.Cpus;
import dev.loombench.spec.Jdk;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for what services of the user run on.
public final class PlatformOptions {
    @Option(
            names = "--jdk",
            paramLabel = "LIST",
            description = {
                "Major version of a JDK in the usual folders, or its home. Several, as in 21,25: a"
                        + " variant on each. Default: java is that of JAVA_HOME, else that of the"
                        + " PATH."
            })
    private @Nullable String jdks;

    @Option(
            names = "--cpus",
            paramLabel = "LIST",
            description = {
                "Number of processors, or 0.5 for a quota of CPU time (2.0 for that of two), as a"
                        + " container has it. Several, as in 1,2: a variant with each. Default: all"
                        + " processors."
            })
    private @Nullable String cpus;

    @Option(
            names = "--java-agent",
            paramLabel = "FILE[=OPTIONS]",
            description = {
                "A Java agent, as of an APM: a variant with it beside the one without. Repeatable."
            })
    private List<String> agents = List.of();

    /// Whether any of them is given.
    public boolean isGiven() {
        return jdks != null || cpus != null || !agents.isEmpty();
    }

    /// @throws SpecError when a value is wrong
    public Platforms platforms() {
        return new Platforms(
                values("--jdk", jdks).map(Jdk::of).toList(),
                values("--cpus", cpus).map(PlatformOptions::cpus).toList(),
                distinct("--java-agent", agents).map(JavaAgent::of).toList());
    }

    private static Stream<String> values(String option, @Nullable String list) {
        return Optional.ofNullable(list).stream()
                .flatMap(text ->
                        distinct(
                                option,
                                Arrays.stream(text.split(",", -1)).map(String::strip).toList()));
    }

    private static Stream<String> distinct(String option, List<String> values) {
        var seen = new HashSet<String>();
        for (var value : values) {
            if (value.isEmpty()) {
                throw new SpecError("%s has an empty value".formatted(option));
            }
            if (!seen.add(value)) {
                throw new SpecError(
                        "%s names %s twice".formatted(option, TextSanitizer.quoted(value)));
            }
        }
        return values.stream();
    }

    /// A whole number counts processors; one with a decimal point is a quota.
    private static Cpus cpus(String text) {
        if (text.matches("\\d{1,4}")) {
            return new Cpus.Count(Integer.parseInt(text));
        }
        if (text.matches("\\d{1,4}\\.\\d{1,4}")) {
            return new Cpus.Quota(Double.parseDouble(text));
        }
        throw new SpecError(
                "--cpus must be numbers like 1,2 or, for a quota, 0.5, was "
                        + TextSanitizer.quoted(text));
    }
}
