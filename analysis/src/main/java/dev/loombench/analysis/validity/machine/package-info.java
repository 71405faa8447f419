/// Findings about the machine around the servers, and its processors.
@NullMarked
package dev.loombench.analysis.validity.machine;

import org.jspecify.annotations.NullMarked;
