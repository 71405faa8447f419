package dev.loombench.load.option;

import java.util.List;
import picocli.CommandLine.Option;

/// The option for conditions under which a result has failed.
public final class FailIfOption {
    @Option(
            names = "--fail-if",
            paramLabel = "CONDITION",
            description = {
                "Exit with 99 if it holds, with 4 if an interval contains the limit: [VARIANT] [METRIC]"
                        + " < or > LIMIT, as in 'p99>50ms', 'rps<900' of load, 'capacity<1500', or"
                        + " 'new<0.95x' of the first variant (of report: of the first run). Without a"
                        + " variant, for each. Repeatable."
            })
    private List<String> conditions = List.of();

    /// As typed.
    public List<String> conditions() {
        return conditions;
    }

    public boolean isGiven() {
        return !conditions.isEmpty();
    }
}
