/// Processes as the operating system shows them, through `/proc` on Linux.
@NullMarked
package dev.loombench.observe.proc;

import org.jspecify.annotations.NullMarked;
