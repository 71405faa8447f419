package dev.loombench.load.option;

import dev.loombench.traffic.LoadDefaults;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for the end of a load: a time, or a number of requests.
public final class MeasuredTimeOptions {
    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            description = {
                "Measured time, as in 30s or 2m; a bare number is seconds. With --count, the time"
                        + " limit. Default: the length of the load profile, else "
                        + LoadDefaults.DURATION_TEXT
                        + "; with --count "
                        + LoadDefaults.COUNTED_TEXT
                        + "."
            })
    private @Nullable String duration;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = {
                "Number of requests, as in 1M: measures until all have ended, and sends nothing before"
                        + " and after, unless --warm-up asks for it. One whose connection the server"
                        + " closes is an error, and not sent again."
            })
    private @Nullable String count;

    /// @throws dev.loombench.text.WrongInput when it is no time above 0
    public Optional<Duration> duration() {
        return Optional.ofNullable(duration).map(OptionValues::measuredTimeAboveZero);
    }

    /// As given.
    public Optional<String> count() {
        return Optional.ofNullable(count);
    }
}
