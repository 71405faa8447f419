package dev.loombench.cli.option;

import dev.loombench.load.option.Http2Option;
import dev.loombench.load.option.OptionValues;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.GrpcPolicy.ProtoFile;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options for requests over HTTP/2, and for calls of gRPC.
public final class Http2Options {
    private static final Optional<GrpcPolicy> NO_GRPC = Optional.empty();
    private static final String GRPC = "--grpc";
    private static final String PROTOSET = "--protoset";
    private static final String PROTO = "--proto";
    private static final String PROTO_PATH = "--proto-path";

    @Mixin private Http2Option http2 = new Http2Option();

    @Option(
            names = GRPC,
            description = {
                "Calls of gRPC over HTTP/2, unary or with a stream of responses: the path is"
                        + " /package.Service/Method, --body the message as JSON, and the result is good"
                        + " with grpc-status 0."
            })
    private boolean grpc;

    @Option(
            names = PROTOSET,
            paramLabel = "FILE",
            description = {
                "Descriptors of gRPC, as protoc --include_imports --descriptor_set_out=FILE writes them."
                        + " Default: by reflection of the server."
            })
    private @Nullable Path protoset;

    @Option(
            names = PROTO,
            paramLabel = "FILE",
            description = {
                "Definition of services of gRPC, a .proto file, in place of --protoset. Needs protoc on the PATH."
            })
    private @Nullable Path proto;

    @Option(
            names = PROTO_PATH,
            paramLabel = "FOLDER",
            description = {"Folder of the files that --proto imports, beside its own; repeatable."})
    private List<Path> protoPath = List.of();

    /// The first of these options that is given; empty where none is.
    public Optional<String> first() {
        if (http2.isGiven()) {
            return Optional.of(Http2Option.HTTP2);
        }
        if (http2.streams().isPresent()) {
            return Optional.of(Http2Option.STREAMS);
        }
        return grpc ? Optional.of(GRPC) : file();
    }

    /// The first option for a file that is given.
    private Optional<String> file() {
        if (protoset != null) {
            return Optional.of(PROTOSET);
        }
        return proto != null
                ? Optional.of(PROTO)
                : protoPath.stream().findFirst().map(_ -> PROTO_PATH);
    }

    /// What the options say; empty for HTTP/1.1.
    ///
    /// @throws WrongInput when they contradict one another
    public Optional<Http2Policy> given() {
        return given(true, false, false);
    }

    /// The same.
    ///
    /// @param keepsAlive whether connections carry several requests
    /// @param held whether requests are held
    /// @param isGrpc whether the URL is one of gRPC
    public Optional<Http2Policy> given(boolean keepsAlive, boolean held, boolean isGrpc) {
        boolean calls = grpc || isGrpc;
        if (!calls && file().isPresent()) {
            throw new WrongInput(file().get() + " goes with calls of gRPC: add " + GRPC);
        }
        var policy = calls ? Optional.of(policy()) : NO_GRPC;
        return streams(keepsAlive, held, http2.isGiven() || calls)
                .map(http -> http.withGrpc(policy));
    }

    private GrpcPolicy policy() {
        if (proto == null && !protoPath.isEmpty()) {
            throw new WrongInput(PROTO_PATH + " goes with " + PROTO);
        }
        if (proto != null && protoset != null) {
            throw new WrongInput(PROTO + " and " + PROTOSET + " exclude one another");
        }
        return new GrpcPolicy(
                Optional.ofNullable(protoset),
                Optional.ofNullable(proto).map(file -> new ProtoFile(file, protoPath)));
    }

    private Optional<Http2Policy> streams(boolean keepsAlive, boolean held, boolean requested) {
        var streams = http2.streams();
        if (streams.isEmpty()) {
            var otherwise = keepsAlive && !held ? Http2Policy.DEFAULT : Http2Policy.ONE;
            return requested ? Optional.of(otherwise) : Optional.empty();
        }
        if (!requested) {
            throw new WrongInput(Http2Option.NEEDS_HTTP2);
        }
        int count = OptionValues.count(Http2Option.STREAMS, streams.get());
        if (count < 1 || count > LoadModel.MAX_CONNECTIONS) {
            throw new WrongInput(
                    "%s must be between 1 and %,d, was %s"
                            .formatted(
                                    Http2Option.STREAMS, LoadModel.MAX_CONNECTIONS, streams.get()));
        }
        if (!keepsAlive && count > 1) {
            throw new WrongInput(
                    Http2Option.STREAMS
                            + " goes with connections of many requests: not with --no-keep-alive");
        }
        return Optional.of(new Http2Policy(count));
    }
}
