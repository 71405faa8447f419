/// Findings about the requested load, what reached the server, and what became of its requests.
@NullMarked
package dev.loombench.analysis.validity.load;

import org.jspecify.annotations.NullMarked;
