/// The agent through which the lab reads the management beans of an observed JVM, over a connection
/// that this JVM opens.
@NullMarked
package dev.loombench.jmx;

import org.jspecify.annotations.NullMarked;
