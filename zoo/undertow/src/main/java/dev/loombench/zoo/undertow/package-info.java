/// Undertow with the work behind its I/O threads.
@NullMarked
package dev.loombench.zoo.undertow;

import org.jspecify.annotations.NullMarked;
