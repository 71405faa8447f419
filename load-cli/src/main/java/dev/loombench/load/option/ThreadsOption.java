package dev.loombench.load.option;

import dev.loombench.text.Units;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option for the threads of the load generator.
public final class ThreadsOption {
    @Option(
            names = {"-t", "--threads"},
            paramLabel = "N",
            description = {
                "Threads of the load generator: one per core that it may use. Where agents drive the load:"
                        + " of each agent. Default: 1."
            })
    private @Nullable String threads;

    public boolean isGiven() {
        return threads != null;
    }

    /// @throws dev.loombench.text.WrongInput when it is no number
    public int threads() {
        var text = threads;
        return text == null ? 1 : OptionValues.of("--threads", () -> Units.count(text));
    }
}
