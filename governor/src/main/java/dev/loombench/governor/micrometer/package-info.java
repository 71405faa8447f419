/// Meters of the governor for Micrometer.
@NullMarked
package dev.loombench.governor.micrometer;

import org.jspecify.annotations.NullMarked;
