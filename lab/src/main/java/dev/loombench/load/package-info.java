/// The load engine: requests leave by a schedule, answers are timed from the intended send.
@NullMarked
package dev.loombench.load;

import org.jspecify.annotations.NullMarked;
