/// Sentences about a comparison with several numbers of users.
@NullMarked
package dev.loombench.report.sweep;

import org.jspecify.annotations.NullMarked;
