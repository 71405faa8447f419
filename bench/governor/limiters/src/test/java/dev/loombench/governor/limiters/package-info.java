/// Tests of the comparison of limiters.
@NullMarked
package dev.loombench.governor.limiters;

import org.jspecify.annotations.NullMarked;
