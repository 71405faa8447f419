/// When requests leave: schedules of arrivals, pacing, and timers of connections.
@NullMarked
package dev.loombench.load.pace;

import org.jspecify.annotations.NullMarked;
