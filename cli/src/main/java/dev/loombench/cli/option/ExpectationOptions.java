package dev.loombench.cli.option;

import dev.loombench.load.option.ExpectStatusOption;
import dev.loombench.load.option.OptionValues;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ExpectedStatuses;
import dev.loombench.traffic.Traffic;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options for what is expected of responses.
public final class ExpectationOptions {
    @Mixin private ExpectStatusOption statuses = new ExpectStatusOption();

    @Option(
            names = "--expect-body",
            paramLabel = "TEXT",
            description = {
                "Text that the body of the first response must contain; checked once before the"
                        + " load."
            })
    private @Nullable String body;

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = {
                "Time from the intended send within which a response is of use. A request that can no"
                        + " longer be in time is not sent; it and later responses count as missed, and"
                        + " throughput is the goodput."
            })
    private @Nullable String deadline;

    public boolean isGiven() {
        return hasStatuses() || body != null || deadline != null;
    }

    /// Whether statuses are given.
    public boolean hasStatuses() {
        return statuses.list().isPresent();
    }

    /// The traffic with what is expected of its responses besides the statuses.
    ///
    /// @throws WrongInput when a value is wrong
    public Traffic addTo(Traffic traffic) {
        var checked = traffic.withExpectedBody(body());
        return Optional.ofNullable(deadline)
                .map(OptionValues::withUnit)
                .map(text ->
                        OptionValues.of(
                                "--deadline",
                                () -> checked.withDeadline(Optional.of(Units.duration(text)))))
                .orElse(checked);
    }

    /// @throws WrongInput when it is no list of statuses
    public ExpectedStatuses statuses() {
        return statuses.list()
                .map(list ->
                        OptionValues.of(ExpectStatusOption.NAME, () -> ExpectedStatuses.of(list)))
                .orElse(ExpectedStatuses.DEFAULT);
    }

    /// @throws WrongInput when it is empty, which every body contains
    public Optional<String> body() {
        if (body != null && body.isEmpty()) {
            throw new WrongInput("--expect-body must not be empty");
        }
        return Optional.ofNullable(body);
    }
}
