/// The machine, by its operating system: properties, processors, memory and network.
@NullMarked
package dev.loombench.observe.proc.machine;

import org.jspecify.annotations.NullMarked;
