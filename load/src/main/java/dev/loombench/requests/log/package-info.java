/// Entries of access logs: their lines, in text and in JSON, with times and durations.
@NullMarked
package dev.loombench.requests.log;

import org.jspecify.annotations.NullMarked;
