/// The use of a machine by one run at a time.
@NullMarked
package dev.loombench.run.machine;

import org.jspecify.annotations.NullMarked;
