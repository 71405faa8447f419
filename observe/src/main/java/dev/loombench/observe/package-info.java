/// Evidence from outside the server: the kernel's accounting, the JVM's own figures, the GC log,
/// the machine.
@NullMarked
package dev.loombench.observe;

import org.jspecify.annotations.NullMarked;
