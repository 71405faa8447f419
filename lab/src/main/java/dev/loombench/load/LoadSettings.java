package dev.loombench.load;

import dev.loombench.load.transport.TransportChoice;
import dev.loombench.spec.text.SpecError;

/// How a load is driven, as opposed to what it is.
///
/// @param loops threads that share the connections and the schedule: one for each core that the
///   generator may have
public record LoadSettings(TransportChoice transport, Pacing pacing, int loops) {
    public static final LoadSettings DEFAULT =
            new LoadSettings(TransportChoice.AUTO, Pacing.AUTO, 1);

    public LoadSettings {
        if (pacing == Pacing.CLOSED_LOOP) {
            throw new SpecError("pacing by answers is the closed model's, and cannot be asked for");
        }
        if (loops < 1) {
            throw new SpecError("threads that drive the load must be at least 1, was " + loops);
        }
    }
}
