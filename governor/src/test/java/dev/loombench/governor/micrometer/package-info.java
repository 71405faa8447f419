/// Tests of the meters.
@NullMarked
package dev.loombench.governor.micrometer;

import org.jspecify.annotations.NullMarked;
