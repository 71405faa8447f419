package harness;

import java.util.List;

/// The delays that a responder adds on purpose.
///
/// @param flags options of the responder
/// @param leadMillis time from the responder's READY line to the start of the generator
record DelayProfile(List<String> flags, int leadMillis) {
    static final DelayProfile NONE = new DelayProfile(List.of(), 0);

    /// Delays each response by the same time.
    static DelayProfile delay(int micros) {
        return new DelayProfile(List.of("--delay-us", "" + micros), 0);
    }

    /// Delays each response by the same time, in milliseconds, for connections that are held open.
    static DelayProfile hold(int millis) {
        return new DelayProfile(List.of("--hold-ms", "" + millis), 0);
    }

    /// Serves one request after the other, each for an exponential time of this mean.
    static DelayProfile queue(int micros) {
        return new DelayProfile(List.of("--queue-us", "" + micros), 0);
    }

    /// Stops all responses for a time at a fixed period. The generator starts half a period late,
    /// so that the start and the end of its run do not split a stall.
    static DelayProfile stalls(int millis, int everyMillis) {
        return new DelayProfile(
                List.of("--stall-ms", "" + millis, "--every-ms", "" + everyMillis),
                everyMillis / 2);
    }
}
