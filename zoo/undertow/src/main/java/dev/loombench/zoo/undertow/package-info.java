/// Undertow, which dispatches the work from its I/O threads.
@NullMarked
package dev.loombench.zoo.undertow;

import org.jspecify.annotations.NullMarked;
