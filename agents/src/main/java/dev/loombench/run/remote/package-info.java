/// Servers on another machine: the controller's end, and that of the agent which starts them.
@NullMarked
package dev.loombench.run.remote;

import org.jspecify.annotations.NullMarked;
