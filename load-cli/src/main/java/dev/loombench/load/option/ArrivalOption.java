package dev.loombench.load.option;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option for the arrivals of an open model.
public final class ArrivalOption {
    @Option(
            names = "--arrival",
            paramLabel = "KIND",
            description = {
                "How requests of a rate arrive: constant, or poisson, as from independent users. Default:"
                        + " constant in load, poisson in capacity."
            })
    private @Nullable String kind;

    /// @throws WrongInput when there is no such kind
    public Optional<Arrival> arrival() {
        return Optional.ofNullable(kind).map(ArrivalOption::of);
    }

    private static Arrival of(String kind) {
        return switch (kind) {
            case "constant" -> Arrival.CONSTANT;
            case "poisson" -> Arrival.POISSON;
            default ->
                    throw new WrongInput(
                            "--arrival must be constant or poisson, was "
                                    + TextSanitizer.quoted(kind));
        };
    }
}
