/// The WebSocket protocol (RFC 6455) as state machines without input and output.
@NullMarked
package dev.loombench.websocket;

import org.jspecify.annotations.NullMarked;
