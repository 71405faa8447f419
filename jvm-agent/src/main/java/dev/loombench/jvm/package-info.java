/// The agent through which the lab reads figures and management beans of an observed JVM, over a
/// connection that this JVM opens.
@NullMarked
package dev.loombench.jvm;

import org.jspecify.annotations.NullMarked;
