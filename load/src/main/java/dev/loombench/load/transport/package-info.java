/// Sockets: NIO and io_uring behind one interface.
@NullMarked
package dev.loombench.load.transport;

import org.jspecify.annotations.NullMarked;
