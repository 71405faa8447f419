/// Findings about the requested load, and what reached the server and came back.
@NullMarked
package dev.loombench.analysis.validity.load;

import org.jspecify.annotations.NullMarked;
