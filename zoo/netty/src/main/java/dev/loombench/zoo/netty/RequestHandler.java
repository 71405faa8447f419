package dev.loombench.zoo.netty;

import dev.loombench.zoo.work.WorkResponse;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// The requests of a connection or of a stream, one after the other: the next one begins once the
/// response to the previous one is written. Bodies are read and ignored.
final class RequestHandler extends SimpleChannelInboundHandler<HttpObject> {
    private static final int MAX_WAITING = 16;

    private final Responder responder;
    private final Queue<Request> waiting = new ArrayDeque<>();
    private @Nullable Request reading;
    private boolean responding;

    RequestHandler(Responder responder) {
        this.responder = responder;
    }

    /// @param query without the question mark; null if the request has none
    private record Request(String path, @Nullable String query, boolean keepAlive) {
        static Request of(HttpRequest request) {
            var uri = request.uri();
            int mark = uri.indexOf('?');
            return new Request(
                    mark < 0 ? uri : uri.substring(0, mark),
                    mark < 0 ? null : uri.substring(mark + 1),
                    HttpUtil.isKeepAlive(request));
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        if (part.decoderResult().isFailure()) {
            var cause = String.valueOf(part.decoderResult().cause().getMessage());
            write(context, new WorkResponse(400, cause), false);
            return;
        }
        if (part instanceof HttpRequest request) {
            reading = Request.of(request);
        }
        if (part instanceof LastHttpContent && reading != null) {
            waiting.add(reading);
            reading = null;
            if (!responding) {
                respondToNext(context);
            } else if (waiting.size() == MAX_WAITING) {
                context.channel().config().setAutoRead(false);
            }
        }
    }

    private void respondToNext(ChannelHandlerContext context) {
        var request = waiting.poll();
        responding = request != null;
        if (request == null) {
            context.channel().config().setAutoRead(true);
            return;
        }
        var loop = context.channel().eventLoop();
        responder.respond(
                request.path(),
                request.query(),
                loop,
                response -> {
                    if (loop.inEventLoop() && waiting.isEmpty()) {
                        finish(context, response, request.keepAlive());
                    } else {
                        loop.execute(() -> finish(context, response, request.keepAlive()));
                    }
                });
    }

    private void finish(ChannelHandlerContext context, WorkResponse response, boolean keepAlive) {
        write(context, response, keepAlive);
        respondToNext(context);
    }

    private static void write(
            ChannelHandlerContext context, WorkResponse result, boolean keepAlive) {
        var body = Unpooled.wrappedBuffer(result.body());
        var status = HttpResponseStatus.valueOf(result.status());
        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body);
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, WorkResponse.CONTENT_TYPE)
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        HttpUtil.setKeepAlive(response, keepAlive);
        var written = context.writeAndFlush(response);
        if (!keepAlive) {
            var unused = written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    /// The client has gone, or sent what is no HTTP; other failures are reported.
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof IOException || cause instanceof DecoderException)) {
            context.fireExceptionCaught(cause);
        }
        var unused = context.close();
    }
}
