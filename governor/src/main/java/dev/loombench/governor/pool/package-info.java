/// A pool of platform threads that finds its own size.
@NullMarked
package dev.loombench.governor.pool;

import org.jspecify.annotations.NullMarked;
