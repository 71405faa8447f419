/// The result of a search for the capacity, as text, as a page and as data.
@NullMarked
package dev.loombench.report.capacity;

import org.jspecify.annotations.NullMarked;
