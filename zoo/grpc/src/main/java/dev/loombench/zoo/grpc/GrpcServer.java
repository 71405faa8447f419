package dev.loombench.zoo.grpc;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;

/// grpc-java on Netty: the event loops share the connections and pass each call to the executor.
public final class GrpcServer {
    /// Referenced, because an unreferenced logger can be collected together with its level.
    private static final Logger LOG = Logger.getLogger("io.grpc");

    private GrpcServer() {}

    public static void main(String[] args) {
        LOG.setLevel(Level.WARNING);
        ServerMain.run(args, GrpcServer::start);
    }

    private static int start(Options options) throws IOException {
        var builder =
                NettyServerBuilder.forAddress(options.address())
                        .withOption(ChannelOption.SO_BACKLOG, Options.BACKLOG)
                        .addService(WorkService.of(new Work(options)))
                        .addService(ProtoReflectionServiceV1.newInstance());
        return withModel(builder, options).build().start().getPort();
    }

    private static NettyServerBuilder withModel(NettyServerBuilder builder, Options options) {
        return switch (options.model()) {
            case "direct" -> builder.directExecutor();
            case "platform-pool" ->
                    builder.executor(Executors.newFixedThreadPool(options.threads()));
            case "virtual" -> builder.executor(Executors.newVirtualThreadPerTaskExecutor());
            default ->
                    throw UsageException.unknownModel(
                            options.model(), "direct", "platform-pool", "virtual");
        };
    }
}
