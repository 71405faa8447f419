/// What a machine has for servers: processors, programs on its path, limits, and what it lacks.
@NullMarked
package dev.loombench.launch.limit;

import org.jspecify.annotations.NullMarked;
