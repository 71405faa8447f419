/// The requested load: users or rate, requests, and connections.
@NullMarked
package dev.loombench.spec.load;

import org.jspecify.annotations.NullMarked;
