package dev.loombench.load.option;

import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadDefaults;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options for how many requests a load sends, and when: its users, or its rate.
public final class PaceOptions {
    @Option(
            names = {"-c", "--connections"},
            paramLabel = "N|PROFILE",
            defaultValue = "" + LoadDefaults.CONNECTIONS,
            description = {
                "Connections, and in the closed model users. Users",
                "may follow a load profile like 0..400/30s,400/1m.",
                "Default: ${DEFAULT-VALUE}."
            })
    private String connections = "";

    @Option(
            names = {"-R", "--rate"},
            paramLabel = "RATE|PROFILE",
            description = {
                "Open model: total of requests per second, as in 500",
                "or 10k, or a load profile like 0..5k/30s,5k/1m."
            })
    private @Nullable String rate;

    @Mixin private ArrivalOption arrival = new ArrivalOption();

    @Option(
            names = "--think-time",
            paramLabel = "TIME",
            description = "Pause of a user after each response, without --rate. Default: none.")
    private @Nullable String thinkTime;

    /// A number or a profile.
    public String connections() {
        return connections;
    }

    /// A number or a profile; empty for a closed model.
    public Optional<String> rate() {
        return Optional.ofNullable(rate);
    }

    /// @throws dev.loombench.text.WrongInput when there is no such kind
    public Optional<Arrival> arrival() {
        return arrival.arrival();
    }

    /// As given.
    public Optional<String> thinkTime() {
        return Optional.ofNullable(thinkTime);
    }
}
