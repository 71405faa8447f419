package dev.loombench.load.option;

import dev.loombench.traffic.LoadDefaults;
import java.time.Duration;
import picocli.CommandLine.Option;

/// The option for the longest response time.
public final class TimeoutOption {
    private static final String NAME = "--timeout";

    @Option(
            names = NAME,
            paramLabel = "TIME",
            defaultValue = LoadDefaults.TIMEOUT_TEXT,
            description = {
                "Longest response time, from the intended send. Default: ${DEFAULT-VALUE}."
            })
    private String timeout = "";

    /// @throws dev.loombench.text.WrongInput when it is no time
    public Duration longest() {
        return OptionValues.seconds(NAME, timeout);
    }
}
