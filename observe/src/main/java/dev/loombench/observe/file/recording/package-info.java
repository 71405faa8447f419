/// What the events of a flight recording show of collections, limits of memory and locks.
@NullMarked
package dev.loombench.observe.file.recording;

import org.jspecify.annotations.NullMarked;
