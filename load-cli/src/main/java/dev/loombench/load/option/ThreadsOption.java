package dev.loombench.load.option;

import dev.loombench.text.Units;
import picocli.CommandLine.Option;

/// The option for the threads of the load generator.
public final class ThreadsOption {
    @Option(
            names = {"-t", "--threads"},
            paramLabel = "N",
            defaultValue = "1",
            description = {
                "Threads of the load generator: one per core that it may use. Default:"
                        + " ${DEFAULT-VALUE}."
            })
    private String threads = "";

    /// @throws dev.loombench.text.WrongInput when it is no number
    public int threads() {
        return OptionValues.of("--threads", () -> Units.count(threads));
    }
}
