/// Server-sent events as a state machine without input and output.
@NullMarked
package dev.loombench.events;

import org.jspecify.annotations.NullMarked;
