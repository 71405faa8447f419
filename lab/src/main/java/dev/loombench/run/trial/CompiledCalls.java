package dev.loombench.run.trial;

import dev.loombench.experiment.Endpoint;
import dev.loombench.experiment.ServiceCommand;
import dev.loombench.experiment.Variant;
import dev.loombench.experiment.ZooServer;
import dev.loombench.result.Steadiness;
import java.util.List;
import java.util.regex.Pattern;

/// The number of requests that a new process has to serve before its hot code is compiled.
final class CompiledCalls {
    /// The optimising compiler is off: the other one compiles after 200 calls.
    private static final Pattern WITHOUT_OPTIMISING =
            Pattern.compile("-Xint|-XX:TieredStopAtLevel=[0-3]");

    private CompiledCalls() {}

    /// 0 for a service that already runs, whose earlier requests are not known, and for a JVM
    /// without an optimising compiler. Whether a process is a JVM, its threads show.
    static long needed(Variant variant) {
        return switch (variant.subject()) {
            case Endpoint _ -> 0;
            case ServiceCommand service -> needed(service.words());
            case ZooServer zoo -> needed(zoo.jvm());
        };
    }

    private static long needed(List<String> flags) {
        return flags.stream().anyMatch(WITHOUT_OPTIMISING.asMatchPredicate())
                ? 0
                : Steadiness.ENOUGH_CALLS;
    }
}
