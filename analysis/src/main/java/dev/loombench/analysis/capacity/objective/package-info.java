/// Objectives of a service, and whether the requests of a window hold them.
@NullMarked
package dev.loombench.analysis.capacity.objective;

import org.jspecify.annotations.NullMarked;
