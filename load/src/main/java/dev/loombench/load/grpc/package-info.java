/// Calls of gRPC: messages from JSON, before a load.
@NullMarked
package dev.loombench.load.grpc;

import org.jspecify.annotations.NullMarked;
