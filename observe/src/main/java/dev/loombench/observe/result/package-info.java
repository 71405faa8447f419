/// What observers can report, and their results as data.
@NullMarked
package dev.loombench.observe.result;

import org.jspecify.annotations.NullMarked;
