package dev.loombench.cli.capacity;

import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.capacity.CapacitySettings;
import dev.loombench.experiment.Defaults;
import dev.loombench.load.option.ArrivalOption;
import dev.loombench.load.option.OptionValues;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `loombench capacity` that describe the search.
public final class CapacityOptions {
    @Option(
            names = "--slo",
            required = true,
            paramLabel = "OBJECTIVE",
            description = {
                "What must hold, as in 'p99<50ms', 'mean<20ms' or 'errors<0.1%%'. Repeatable: all"
                        + " must hold."
            })
    private List<String> objectives = List.of();

    @Option(
            names = {"-c", "--connections"},
            paramLabel = "N",
            description = {
                "Connections of the load: the most requests in flight. Default: "
                        + Defaults.CONNECTIONS
                        + ". An arrival that finds none free waits, and its response time includes"
                        + " that."
            })
    private @Nullable String connections;

    @Mixin private ArrivalOption arrival = new ArrivalOption();

    @Option(
            names = "--processes",
            paramLabel = "N",
            defaultValue = "4",
            description = {
                "Fresh processes per variant that confirm the capacity, after one that searches it."
                        + " With 0 there is no interval. Default: ${DEFAULT-VALUE}."
            })
    private String processes = "";

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            defaultValue = "6s",
            description = {
                "Shortest window; up to four times as long where the rate is low for the"
                        + " percentile. While searching, a third of it. Default: ${DEFAULT-VALUE}."
            })
    private String duration = "";

    @Option(
            names = "--hold-time",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = {
                "Shortest window of the last process that holds the capacity, or a lower rate, so that"
                        + " rare pauses count; up to five times as long for a high percentile. 0s for"
                        + " none. Default: ${DEFAULT-VALUE}."
            })
    private String hold = "";

    @Option(
            names = "--recovery",
            paramLabel = "TIME",
            defaultValue = "20s",
            description = {
                "Length of an overload, after which the time to recover is measured; 0s for none."
                        + " Default: ${DEFAULT-VALUE}."
            })
    private String recovery = "";

    /// @param replays whether the arrivals are those of a log, at the rate that is searched
    /// @throws WrongInput when a value is wrong
    public CapacitySettings settings(boolean replays) {
        if (replays && arrival.arrival().isPresent()) {
            throw new WrongInput("--arrival does not go with recorded arrivals");
        }
        return new CapacitySettings(
                Objectives.parse(objectives),
                OptionValues.count("--processes", processes),
                OptionValues.measuredTime(duration),
                replays ? Arrival.REPLAY : arrival.arrival().orElse(Arrival.POISSON),
                connections == null
                        ? Defaults.CONNECTIONS
                        : OptionValues.count("--connections", connections),
                OptionValues.seconds("--hold-time", hold),
                OptionValues.seconds("--recovery", recovery));
    }
}
