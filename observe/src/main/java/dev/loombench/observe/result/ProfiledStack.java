package dev.loombench.observe.result;

import java.util.List;

/// The samples of a profile with the same stack.
///
/// @param frames from the outermost to that which ran, as in `com.shop.Cart.total`; normalised, so
///   that they have the same names in another process
/// @param weight samples, or bytes; at least 1
public record ProfiledStack(List<String> frames, long weight) {
    public ProfiledStack {
        frames = List.copyOf(frames);
        if (frames.isEmpty() || weight < 1) {
            throw new IllegalArgumentException(
                    "a stack of %d frames with weight %d".formatted(frames.size(), weight));
        }
    }

    /// The frame that ran.
    public String leaf() {
        return frames.getLast();
    }
}
