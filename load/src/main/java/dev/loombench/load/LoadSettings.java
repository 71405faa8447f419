package dev.loombench.load;

import dev.loombench.load.pace.Pacing;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.text.WrongInput;

/// How a load is driven, as opposed to what it is.
///
/// @param threads workers that share the connections and the schedule: one per core of the
///   generator
public record LoadSettings(TransportChoice transport, Pacing pacing, int threads) {
    public static final LoadSettings DEFAULT =
            new LoadSettings(TransportChoice.AUTO, Pacing.AUTO, 1);

    public LoadSettings {
        if (pacing == Pacing.CLOSED_LOOP) {
            throw new WrongInput(
                    "pacing by responses belongs to the closed model and cannot be selected");
        }
        if (threads < 1) {
            throw new WrongInput("load generator threads must be at least 1, was " + threads);
        }
    }

    public LoadSettings withThreads(int other) {
        return new LoadSettings(transport, pacing, other);
    }
}
