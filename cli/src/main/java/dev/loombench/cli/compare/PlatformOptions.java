package dev.loombench.cli.compare;

import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.load.option.OptionValues;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Function;
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

    /// @throws WrongInput when a value is wrong
    public Platforms platforms() {
        return new Platforms(
                distinct("--jdk", parts(jdks), Jdk::of),
                distinct("--cpus", parts(cpus), PlatformOptions::cpus),
                distinct("--java-agent", agents, JavaAgent::of));
    }

    private static List<String> parts(@Nullable String list) {
        return list == null
                ? List.of()
                : Arrays.stream(list.split(",", -1)).map(String::strip).toList();
    }

    private static <T> List<T> distinct(
            String option, List<String> texts, Function<String, T> parser) {
        var values = new LinkedHashSet<T>();
        for (var text : texts) {
            if (text.isEmpty()) {
                throw new WrongInput("%s has an empty value".formatted(option));
            }
            if (!values.add(parser.apply(text))) {
                throw new WrongInput(
                        "%s names %s twice".formatted(option, OptionValues.withoutValue(text)));
            }
        }
        return List.copyOf(values);
    }

    /// A whole number counts processors; one with a decimal point is a quota.
    private static Cpus cpus(String text) {
        if (text.matches("\\d{1,4}")) {
            return new Cpus.Count(Integer.parseInt(text));
        }
        if (text.matches("\\d{1,4}\\.\\d{1,4}")) {
            return new Cpus.Quota(Double.parseDouble(text));
        }
        throw new WrongInput(
                "--cpus must be numbers like 1,2 or, for a quota, 0.5, was "
                        + TextSanitizer.quoted(text));
    }
}
