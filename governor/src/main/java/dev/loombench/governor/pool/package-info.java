/// A self-sizing pool of platform threads.
@NullMarked
package dev.loombench.governor.pool;

import org.jspecify.annotations.NullMarked;
