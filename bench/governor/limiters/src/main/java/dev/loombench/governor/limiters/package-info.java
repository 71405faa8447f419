/// Limiters of several libraries under the same simulated load.
@NullMarked
package dev.loombench.governor.limiters;

import org.jspecify.annotations.NullMarked;
