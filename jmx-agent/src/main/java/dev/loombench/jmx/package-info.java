/// The lab's end inside an observed JVM: management beans over a connection that the JVM opens.
@NullMarked
package dev.loombench.jmx;

import org.jspecify.annotations.NullMarked;
