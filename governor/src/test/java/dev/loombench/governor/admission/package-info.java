@NullMarked
package dev.loombench.governor.admission;

import org.jspecify.annotations.NullMarked;
