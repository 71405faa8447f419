/// The requested load: who sends which requests, when, and over which connections.
@NullMarked
package dev.loombench.spec.load;

import org.jspecify.annotations.NullMarked;
