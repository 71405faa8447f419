/// The interpretation of the figures of a run, by topic in the packages below.
@NullMarked
package dev.loombench.analysis;

import org.jspecify.annotations.NullMarked;
