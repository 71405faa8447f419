/// The requested load: users or rate, requests, and connections.
@NullMarked
package dev.loombench.traffic;

import org.jspecify.annotations.NullMarked;
