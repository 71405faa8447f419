/// What a user may run after a result.
@NullMarked
package dev.loombench.report.next;

import org.jspecify.annotations.NullMarked;
