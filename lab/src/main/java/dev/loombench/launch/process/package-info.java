/// Processes under test: start, output and end.
@NullMarked
package dev.loombench.launch.process;

import org.jspecify.annotations.NullMarked;
