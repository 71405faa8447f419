@NullMarked
package dev.loombench.governor.pool;

import org.jspecify.annotations.NullMarked;
