/// The zoo of servers, and how each is started, watched and stopped in its own process.
@NullMarked
package dev.loombench.launch;

import org.jspecify.annotations.NullMarked;
