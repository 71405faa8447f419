@NullMarked
package dev.loombench.governor.control;

import org.jspecify.annotations.NullMarked;
