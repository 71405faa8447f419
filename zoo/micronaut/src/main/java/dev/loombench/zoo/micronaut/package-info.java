/// Micronaut on its event loops, on virtual threads behind them, and on virtual threads that the
/// event loops carry.
@NullMarked
package dev.loombench.zoo.micronaut;

import org.jspecify.annotations.NullMarked;
