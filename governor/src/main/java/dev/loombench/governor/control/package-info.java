/// Shared parts of the controllers of carriers and pools.
@NullMarked
package dev.loombench.governor.control;

import org.jspecify.annotations.NullMarked;
