/// A server of gRPC by grpc-java.
@NullMarked
package dev.loombench.zoo.grpc;

import org.jspecify.annotations.NullMarked;
