/// Benchmarks of the governor's cost per task.
@NullMarked
package dev.loombench.governor.jmh;

import org.jspecify.annotations.NullMarked;
