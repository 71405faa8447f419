package dev.loombench.observe.threads;

import java.util.HashMap;
import java.util.Map;

/// The frames of many stacks, of which equal ones are one object. A file of unknown origin may have
/// any number of different ones: then those that are known are dropped.
final class SharedFrames {
    /// More than the code of a service has on its stacks.
    private static final int MOST = 100_000;

    private final Map<String, String> frames = new HashMap<>();

    String of(String frame) {
        if (frames.size() >= MOST) {
            frames.clear();
        }
        return frames.computeIfAbsent(frame, text -> text);
    }
}
