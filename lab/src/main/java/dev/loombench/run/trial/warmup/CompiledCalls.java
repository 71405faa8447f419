package dev.loombench.run.trial.warmup;

import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.result.Steadiness;
import dev.loombench.text.EnvironmentValue;
import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The number of requests that a new process has to serve before its hot code is compiled.
///
/// `10,000 * scaling * threshold / 5,000` by the options `CompileThresholdScaling` and
/// `Tier4InvocationThreshold`; of several equal options the last one counts, as in HotSpot.
public final class CompiledCalls {
    /// The default of `Tier4InvocationThreshold`.
    private static final double INVOCATIONS = 5_000;

    /// From this tier on, the optimising compiler compiles.
    private static final double OPTIMISING = 4;

    private static final Pattern SPACE = Pattern.compile("\\s+");

    private CompiledCalls() {}

    /// 0 for a service that already runs, whose earlier requests are not known, and for a JVM
    /// without an optimising compiler: the other one compiles after 200 calls. Whether a process is
    /// a JVM, its threads show.
    ///
    /// @param lab the environment that a service is started with, besides that of its variant
    public static long needed(Variant variant, Map<String, String> lab) {
        return switch (variant.subject()) {
            case Endpoint _ -> 0;
            case ServiceCommand service ->
                    needed(options(name -> variable(name, variant, lab), service.words()));
            case ZooServer zoo ->
                    needed(options(name -> of(variant.environment(), name), zoo.jvm()));
        };
    }

    /// With the variables of the lab in it, as a resumed run has them in place of secrets.
    private static String variable(String name, Variant variant, Map<String, String> lab) {
        var own = variant.environment().get(name);
        if (own == null) {
            return of(lab, name);
        }
        try {
            return EnvironmentValue.expanded(name, own, lab);
        } catch (WrongInput notKnown) {
            return ""; // it is set on the machine of an agent
        }
    }

    private static String of(Map<String, String> environment, String name) {
        return environment.getOrDefault(name, "");
    }

    /// In the order in which HotSpot applies them.
    private static List<String> options(Function<String, String> variable, List<String> command) {
        return Stream.of(
                        words(variable.apply("JAVA_TOOL_OPTIONS")),
                        words(variable.apply("JDK_JAVA_OPTIONS")),
                        command.stream(),
                        words(variable.apply("_JAVA_OPTIONS")))
                .flatMap(words -> words)
                .toList();
    }

    private static Stream<String> words(String options) {
        return SPACE.splitAsStream(options.replace("\"", "").replace("'", ""));
    }

    private static long needed(List<String> options) {
        boolean optimises =
                !options.contains("-Xint")
                        && value("TieredStopAtLevel", options).orElse(OPTIMISING) >= OPTIMISING;
        return optimises
                ? Math.round(
                        Steadiness.ENOUGH_CALLS
                                * value("CompileThresholdScaling", options).orElse(1)
                                * value("Tier4InvocationThreshold", options).orElse(INVOCATIONS)
                                / INVOCATIONS)
                : 0;
    }

    /// The last value of an option.
    private static OptionalDouble value(String name, List<String> options) {
        var option = Pattern.compile("-XX:%s=(\\d+(?:\\.\\d*)?)".formatted(name));
        return options.stream()
                .map(option::matcher)
                .filter(Matcher::matches)
                .mapToDouble(found -> Double.parseDouble(found.group(1)))
                .reduce((_, last) -> last);
    }
}
