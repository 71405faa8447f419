/// The load on one URL that a command line requests, its figures, and what is wrong with them.
@NullMarked
package dev.loombench.analysis.load;

import org.jspecify.annotations.NullMarked;
