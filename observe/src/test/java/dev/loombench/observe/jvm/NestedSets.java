package dev.loombench.observe.jvm;

import java.util.HashSet;

/// Sets within sets: two at each level, which both of the level above contain. They are few bytes,
/// and the time to read them, which needs the hash code of each, doubles with each level.
public final class NestedSets {
    private NestedSets() {}

    /// Filled from the outermost: nothing needs the hash code of a full set so.
    public static Object of(int levels) {
        var outermost = new HashSet<Object>();
        var left = outermost;
        var right = new HashSet<Object>();
        for (int i = 0; i < levels; i++) {
            var nextLeft = new HashSet<Object>();
            var nextRight = new HashSet<Object>();
            nextLeft.add("left"); // so that the two are not equal
            left.add(nextLeft);
            left.add(nextRight);
            right.add(nextLeft);
            right.add(nextRight);
            left = nextLeft;
            right = nextRight;
        }
        return outermost;
    }
}
