/// The load generator: requests leave by a schedule, responses are timed from the intended send.
@NullMarked
package dev.loombench.load;

import org.jspecify.annotations.NullMarked;
