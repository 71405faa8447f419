/// The figures of one trial, clipped to its measured window.
@NullMarked
package dev.loombench.analysis.trial;

import org.jspecify.annotations.NullMarked;
