/// The threads of a load: connections, requests and their timers, by its model.
@NullMarked
package dev.loombench.load.worker;

import org.jspecify.annotations.NullMarked;
