/// The page of a diagnosis.
@NullMarked
package dev.loombench.report.inspect;

import org.jspecify.annotations.NullMarked;
