/// The JDKs of this machine.
@NullMarked
package dev.loombench.launch.jdk;

import org.jspecify.annotations.NullMarked;
