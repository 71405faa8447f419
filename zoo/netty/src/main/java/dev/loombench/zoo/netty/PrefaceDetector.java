package dev.loombench.zoo.netty;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/// Recognises HTTP/2 with prior knowledge by its first bytes, `PRI`, with which no request of
/// HTTP/1.1 begins.
final class PrefaceDetector extends ByteToMessageDecoder {
    private static final byte[] START = "PRI".getBytes(US_ASCII);

    private final Consumer<ChannelPipeline> http1;
    private final Consumer<ChannelPipeline> http2;

    PrefaceDetector(Consumer<ChannelPipeline> http1, Consumer<ChannelPipeline> http2) {
        this.http1 = http1;
        this.http2 = http2;
    }

    /// Its removal passes the bytes on to the handlers that it has added.
    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (in.readableBytes() < START.length) {
            return;
        }
        var first = ByteBufUtil.getBytes(in, in.readerIndex(), START.length);
        var protocol = Arrays.equals(first, START) ? http2 : http1;
        protocol.accept(context.pipeline());
        context.pipeline().remove(this);
    }
}
