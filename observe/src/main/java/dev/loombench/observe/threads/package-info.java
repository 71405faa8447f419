/// The threads of a JVM as HotSpot prints them: their stacks and locks.
@NullMarked
package dev.loombench.observe.threads;

import org.jspecify.annotations.NullMarked;
