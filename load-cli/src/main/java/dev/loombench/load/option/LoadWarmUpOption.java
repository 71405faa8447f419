package dev.loombench.load.option;

import dev.loombench.traffic.LoadDefaults;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option for the load before the measured time.
public final class LoadWarmUpOption {
    private static final String NAME = "--warm-up";

    @Option(
            names = NAME,
            paramLabel = "TIME",
            description = {
                "Load before the measured time; connections open within its first second. With 0s no"
                        + " request is sent before the measured time. Default: "
                        + LoadDefaults.WARM_UP_TEXT
                        + "; with --count 0s."
            })
    private @Nullable String warmUp;

    /// @throws dev.loombench.text.WrongInput when it is no time
    public Optional<Duration> time() {
        return Optional.ofNullable(warmUp).map(text -> OptionValues.seconds(NAME, text));
    }
}
