/// The connections of a load that speak WebSocket.
@NullMarked
package dev.loombench.load.websocket;

import org.jspecify.annotations.NullMarked;
