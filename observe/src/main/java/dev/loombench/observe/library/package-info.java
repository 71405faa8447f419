/// The libraries of a JVM, by the files that it has open.
@NullMarked
package dev.loombench.observe.library;

import org.jspecify.annotations.NullMarked;
