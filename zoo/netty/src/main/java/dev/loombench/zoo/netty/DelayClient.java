package dev.loombench.zoo.netty;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.zoo.work.WorkItem;
import dev.loombench.zoo.work.WorkResponse;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.pool.AbstractChannelPoolHandler;
import io.netty.channel.pool.ChannelPool;
import io.netty.channel.pool.SimpleChannelPool;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An asynchronous client of the delay service: no thread waits for a response. It opens as many
/// connections as there are calls at a time, and keeps them.
final class DelayClient {
    private static final int MAX_BODY = 65_536;

    private final String host;
    private final ChannelPool pool;

    DelayClient(URI base, Transport transport, EventLoopGroup loops) {
        host = base.getAuthority();
        int port = base.getPort() < 0 ? 80 : base.getPort();
        var connections =
                new Bootstrap()
                        .group(loops)
                        .channel(transport.connection())
                        .option(ChannelOption.TCP_NODELAY, true)
                        .remoteAddress(new InetSocketAddress(base.getHost(), port));
        pool = new SimpleChannelPool(connections, new NewConnection());
    }

    /// Passes the delay service's response on; 502 if the call fails.
    void call(WorkItem.Downstream item, Consumer<WorkResponse> done) {
        var unused =
                pool.acquire()
                        .addListener((Future<Channel> acquired) -> {
                            if (acquired.isSuccess()) {
                                send(item, acquired.getNow(), done);
                            } else {
                                done.accept(failed(acquired.cause()));
                            }
                        });
    }

    private void send(WorkItem.Downstream item, Channel connection, Consumer<WorkResponse> done) {
        var call = connection.pipeline().get(Call.class);
        if (call == null) { // closed since it was acquired: its handlers are removed
            done.accept(failed(new ClosedChannelException()));
            return;
        }
        call.done.set(done);
        var request =
                new DefaultFullHttpRequest(
                        HttpVersion.HTTP_1_1,
                        HttpMethod.GET,
                        "/sleep?ms=" + item.millis(),
                        Unpooled.EMPTY_BUFFER);
        request.headers().set(HttpHeaderNames.HOST, host);
        var unused =
                connection
                        .writeAndFlush(request)
                        .addListener(written -> {
                            if (!written.isSuccess()) {
                                call.end(connection, failed(written.cause()));
                            }
                        });
    }

    private static WorkResponse failed(Throwable why) {
        return new WorkResponse(502, "the delay service failed: " + why);
    }

    private final class NewConnection extends AbstractChannelPoolHandler {
        @Override
        public void channelCreated(Channel connection) {
            connection
                    .pipeline()
                    .addLast(new HttpClientCodec(), new HttpObjectAggregator(MAX_BODY), new Call());
        }
    }

    /// The call that a connection is used for, if any.
    private final class Call extends SimpleChannelInboundHandler<FullHttpResponse> {
        final AtomicReference<@Nullable Consumer<WorkResponse>> done = new AtomicReference<>();

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
            int status = response.status().code();
            end(
                    context.channel(),
                    status == 200
                            ? WorkResponse.ok(response.content().toString(UTF_8))
                            : new WorkResponse(
                                    502,
                                    "the delay service responded " + status + ", expected 200"));
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            end(context.channel(), failed(new ClosedChannelException()));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            end(context.channel(), failed(cause));
            var unused = context.close();
        }

        /// Only the first end of a call counts. The pool gives no closed connection away.
        void end(Channel connection, WorkResponse response) {
            var current = done.getAndSet(null);
            if (current != null) {
                var unused = pool.release(connection);
                current.accept(response);
            }
        }
    }
}
