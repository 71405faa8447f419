/// Adaptive sizing of the carriers of the JDK's virtual-thread scheduler.
@NullMarked
package dev.loombench.governor.carrier;

import org.jspecify.annotations.NullMarked;
