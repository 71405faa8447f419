/// The highest arrival rate that holds an objective: search, fit and result, without clock or I/O.
@NullMarked
package dev.loombench.analysis.capacity;

import org.jspecify.annotations.NullMarked;
