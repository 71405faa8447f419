/// The zoo of servers, and how one of them is started, watched and stopped as a process of its own.
@NullMarked
package dev.loombench.launch;

import org.jspecify.annotations.NullMarked;
