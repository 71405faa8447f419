/// What observers show of a variant's servers: threads, waits while pinned, collections, memory and
/// how they ramp up.
@NullMarked
package dev.loombench.analysis.server;

import org.jspecify.annotations.NullMarked;
