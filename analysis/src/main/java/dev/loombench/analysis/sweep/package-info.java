/// The same comparison at several levels of the load.
@NullMarked
package dev.loombench.analysis.sweep;

import org.jspecify.annotations.NullMarked;
