/// The limits of a machine in every form.
@NullMarked
package dev.loombench.report.machine;

import org.jspecify.annotations.NullMarked;
