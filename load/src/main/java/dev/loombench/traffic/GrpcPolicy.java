package dev.loombench.traffic;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// How a load calls methods of gRPC: the path of a request is `/package.Service/Method`, and its
/// body is the message as JSON.
///
/// @param protoset a file of descriptors, as `protoc --descriptor_set_out` writes it
/// @param proto the file that defines the services; without both, the server is asked for its
///   descriptors by reflection
public record GrpcPolicy(
        @JsonInclude(Include.NON_ABSENT) Optional<Path> protoset,
        @JsonInclude(Include.NON_ABSENT) Optional<ProtoFile> proto) {
    /// Descriptors by reflection.
    public static final GrpcPolicy BY_REFLECTION = new GrpcPolicy(Optional.empty());

    /// Descriptors of a file, or by reflection.
    public GrpcPolicy(Optional<Path> protoset) {
        this(protoset, Optional.empty());
    }

    public GrpcPolicy {
        if (protoset.isPresent() && proto.isPresent()) {
            throw new WrongInput("proto and protoset exclude one another");
        }
    }

    /// A file in the language of protobuf.
    ///
    /// @param path folders of the files that it imports, beside its own
    public record ProtoFile(Path file, List<Path> path) {
        public ProtoFile {
            path = List.copyOf(path);
        }
    }

    /// The file that has the services; empty for reflection.
    public Optional<Path> file() {
        return protoset.or(() -> proto.map(ProtoFile::file));
    }
}
