/// Statistics as pure functions of doubles; randomness comes from a given seed.
@NullMarked
package dev.loombench.stats;

import org.jspecify.annotations.NullMarked;
