@NullMarked
package dev.loombench.governor;

import org.jspecify.annotations.NullMarked;
