/// Observation of a JVM through its management beans, from outside.
@NullMarked
package dev.loombench.observe.jvm;

import org.jspecify.annotations.NullMarked;
