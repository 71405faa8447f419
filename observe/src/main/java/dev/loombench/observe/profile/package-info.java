/// Observes which code of a JVM uses the CPU and allocates.
@NullMarked
package dev.loombench.observe.profile;

import org.jspecify.annotations.NullMarked;
