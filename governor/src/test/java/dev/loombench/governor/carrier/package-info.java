@NullMarked
package dev.loombench.governor.carrier;

import org.jspecify.annotations.NullMarked;
