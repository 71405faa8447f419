/// The search for the highest arrival rate that holds an objective, on real servers.
@NullMarked
package dev.loombench.capacity;

import org.jspecify.annotations.NullMarked;
