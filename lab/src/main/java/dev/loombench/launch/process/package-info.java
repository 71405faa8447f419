/// Processes under test: their start-up, their output, their end.
@NullMarked
package dev.loombench.launch.process;

import org.jspecify.annotations.NullMarked;
