/// Figures of a JVM, read from the texts in which it, or the agent in it, reports them.
@NullMarked
package dev.loombench.observe.jvm.figure;

import org.jspecify.annotations.NullMarked;
