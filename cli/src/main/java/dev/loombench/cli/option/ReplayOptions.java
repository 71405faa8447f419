package dev.loombench.cli.option;

import dev.loombench.load.option.OptionValues;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.LoadProfileParser;
import dev.loombench.traffic.Replay;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for arrivals that an access log recorded.
public final class ReplayOptions {
    public static final String NAME = "--replay";

    @Option(
            names = NAME,
            paramLabel = "FILE",
            description = {
                "Access log, as of --access-log: an open load whose requests arrive as they did, in"
                        + " the same bursts. It sends the GET and HEAD requests of the log, or those of"
                        + " other options at the times of all entries."
            })
    private @Nullable Path file;

    @Option(
            names = "--speed",
            paramLabel = "F",
            description = {
                "With --replay, so many times as fast as the log, as in 2 or 0.5. Default: 1. --rate gives"
                        + " the mean rate in its place."
            })
    private @Nullable String speed;

    public Optional<Path> file() {
        if (file == null && speed != null) {
            throw new WrongInput("--speed goes with --replay");
        }
        return Optional.ofNullable(file);
    }

    /// The open load of recorded arrivals.
    ///
    /// @param rate the mean rate; empty for that of the file, times the speed
    /// @throws WrongInput when a value is wrong
    public LoadModel.Open model(Replay replay, Optional<String> rate, int connections) {
        if (rate.isPresent() && speed != null) {
            throw new WrongInput("--speed and --rate exclude each other: both set the mean rate");
        }
        var mean =
                rate.map(text ->
                                OptionValues.of(
                                        "--rate", () -> LoadProfileParser.ofRates().line(text)))
                        .orElseGet(() -> LoadProfile.constant(recorded(replay)));
        return new LoadModel.Open(mean, Arrival.REPLAY, connections);
    }

    /// The mean rate of the file, times the speed.
    private double recorded(Replay replay) {
        double mean = replay.rate() * factor();
        return OptionValues.of(
                speed == null ? NAME : "--speed", () -> LoadProfileParser.ofRates().checked(mean));
    }

    private double factor() {
        if (speed == null) {
            return 1;
        }
        if (!speed.matches("\\d{1,6}(\\.\\d{1,6})?") || Double.parseDouble(speed) == 0) {
            throw new WrongInput(
                    "--speed must be a number above 0, as in 2 or 0.5, was "
                            + TextSanitizer.quoted(speed));
        }
        return Double.parseDouble(speed);
    }
}
