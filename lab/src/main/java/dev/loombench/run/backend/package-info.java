/// The seam to what drives the loads of a run: this process, or agents on several machines.
@NullMarked
package dev.loombench.run.backend;

import org.jspecify.annotations.NullMarked;
