package dev.loombench.traffic;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.nio.file.Path;
import java.util.Optional;

/// How a load calls methods of gRPC: the path of a request is `/package.Service/Method`, and its
/// body is the message as JSON.
///
/// @param protoset a file of descriptors, as `protoc --descriptor_set_out` writes it; empty to ask
///   the server for them by reflection
public record GrpcPolicy(@JsonInclude(Include.NON_ABSENT) Optional<Path> protoset) {
    /// Descriptors by reflection.
    public static final GrpcPolicy BY_REFLECTION = new GrpcPolicy(Optional.empty());
}
