/// Statistics as pure functions: doubles in, doubles out, every random choice from a given seed.
@NullMarked
package dev.loombench.stats;

import org.jspecify.annotations.NullMarked;
