package dev.loombench.cli.agent;

import dev.loombench.cli.agent.LoadOnOptions.LoadOn;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.option.ThreadsOption;
import dev.loombench.load.transport.TransportChoice;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `loombench load` for the load generator: how it sends, and which processes it
/// consists of.
public final class GeneratorOptions {
    @Option(
            names = "--transport",
            paramLabel = "NAME",
            defaultValue = "auto",
            description = {
                "nio, io_uring, or auto for io_uring where it is available. Default:"
                        + " ${DEFAULT-VALUE}."
            })
    private String transport = "";

    @Mixin private PacingOption pacing = new PacingOption();

    @Mixin private ThreadsOption threads = new ThreadsOption();

    @Mixin private LoadOnOptions loadOn = new LoadOnOptions();

    /// @throws dev.loombench.text.WrongInput when an option is wrong
    public LoadSettings settings() {
        return new LoadSettings(
                TransportChoice.named(transport), pacing.parse(), threads.threads());
    }

    /// The agents that drive the load; empty when this process does.
    ///
    /// @throws dev.loombench.text.WrongInput when an option is wrong
    public Optional<LoadOn> loadOn() {
        return loadOn.parse();
    }
}
