/// Evidence from outside the server: the kernel's accounting, JMX, the GC log, the machine.
@NullMarked
package dev.loombench.observe;

import org.jspecify.annotations.NullMarked;
