/// Calls of gRPC: messages from JSON before a load, and the lengths of messages within it.
@NullMarked
package dev.loombench.load.grpc;

import org.jspecify.annotations.NullMarked;
