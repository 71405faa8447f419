package harness;

import java.util.List;

/// How a responder is to be slow.
///
/// @param flags of the responder
/// @param leadMillis how long after its READY the generator starts
record Slowness(List<String> flags, int leadMillis) {
    static final Slowness NONE = new Slowness(List.of(), 0);

    /// Each answer after the same time.
    static Slowness delay(int micros) {
        return new Slowness(List.of("--delay-us", "" + micros), 0);
    }

    /// Each answer after the same time, for as many connections as there may be files.
    static Slowness hold(int millis) {
        return new Slowness(List.of("--hold-ms", "" + millis), 0);
    }

    /// No answers for some time on a fixed beat; the generator starts half a beat late, so that the
    /// ends of its run do not cut a stall in two.
    static Slowness stalls(int millis, int everyMillis) {
        return new Slowness(
                List.of("--stall-ms", "" + millis, "--every-ms", "" + everyMillis),
                everyMillis / 2);
    }
}
