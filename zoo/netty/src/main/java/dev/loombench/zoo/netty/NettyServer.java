package dev.loombench.zoo.netty;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.ServerTls;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Executors;

/// Netty: event loops share the connections, and the responder decides where handlers run.
public final class NettyServer {
    private NettyServer() {}

    public static void main(String[] args) {
        ServerMain.run(args, List.of(ServerTls.OPTION), NettyServer::start);
    }

    private static int start(Options options) throws Exception {
        var transport = Transport.best();
        var loops = new MultiThreadIoEventLoopGroup(transport.handlers());
        var acceptor = new MultiThreadIoEventLoopGroup(1, transport.handlers());
        var pipeline = new Pipeline(options, responder(options, transport, loops));
        var listener =
                new ServerBootstrap()
                        .group(acceptor, loops)
                        .channel(transport.listener())
                        .option(ChannelOption.SO_BACKLOG, Options.BACKLOG)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childHandler(pipeline)
                        .bind(options.address())
                        .sync()
                        .channel();
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    private static Responder responder(Options options, Transport transport, EventLoopGroup loops) {
        var work = new Work(options);
        return switch (options.model()) {
            case "event-loop" ->
                    new EventLoopResponder(
                            work,
                            options.downstream()
                                    .map(base -> new DelayClient(base, transport, loops)));
            case "platform-pool" ->
                    Responder.on(Executors.newFixedThreadPool(options.threads()), work);
            case "virtual" -> Responder.on(Executors.newVirtualThreadPerTaskExecutor(), work);
            default ->
                    throw UsageException.unknownModel(
                            options.model(), "event-loop", "platform-pool", "virtual");
        };
    }
}
