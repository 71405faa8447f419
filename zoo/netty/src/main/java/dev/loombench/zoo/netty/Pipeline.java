package dev.loombench.zoo.netty;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerTls;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerExpectContinueHandler;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The handlers of each new connection: TLS where the options request it, then HTTP/2 or HTTP/1.1,
/// by ALPN over TLS, otherwise by the first bytes.
final class Pipeline extends ChannelInitializer<Channel> {
    private final boolean http2;
    private final Optional<SslContext> tls;
    private final Responder responder;

    Pipeline(Options options, Responder responder) {
        this.http2 = options.http2();
        this.tls = ServerTls.of(options).map(secured -> context(secured, options.http2()));
        this.responder = responder;
    }

    @Override
    protected void initChannel(Channel connection) {
        var pipeline = connection.pipeline();
        tls.ifPresent(context -> pipeline.addLast(context.newHandler(connection.alloc())));
        if (!http2) {
            addHttp1(pipeline);
        } else if (tls.isPresent()) {
            pipeline.addLast(new ByAlpn());
        } else {
            pipeline.addLast(new PrefaceDetector(this::addHttp1, this::addHttp2));
        }
    }

    /// Netty has no limit on connections, requests per connection or idle time.
    private void addHttp1(ChannelPipeline pipeline) {
        pipeline.addLast(
                new HttpServerCodec(),
                new HttpServerExpectContinueHandler(),
                new RequestHandler(responder));
    }

    /// Netty's default closes a connection with 200 reset streams within 30 s.
    private void addHttp2(ChannelPipeline pipeline) {
        var settings = Http2Settings.defaultSettings().maxConcurrentStreams(Options.MAX_STREAMS);
        pipeline.addLast(
                Http2FrameCodecBuilder.forServer()
                        .initialSettings(settings)
                        .decoderEnforceMaxRstFramesPerWindow(0, 0)
                        .build(),
                new Http2MultiplexHandler(new StreamPipeline()));
    }

    private static SslContext context(ServerTls tls, boolean http2) {
        return new JdkSslContext(
                tls.context(),
                false,
                null,
                IdentityCipherSuiteFilter.INSTANCE,
                http2 ? alpn() : null,
                ClientAuth.NONE,
                null,
                false);
    }

    private static ApplicationProtocolConfig alpn() {
        return new ApplicationProtocolConfig(
                Protocol.ALPN,
                SelectorFailureBehavior.NO_ADVERTISE,
                SelectedListenerFailureBehavior.ACCEPT,
                ApplicationProtocolNames.HTTP_2,
                ApplicationProtocolNames.HTTP_1_1);
    }

    /// The handlers of each stream of HTTP/2.
    private final class StreamPipeline extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel stream) {
            stream.pipeline()
                    .addLast(
                            new Http2StreamFrameToHttpObjectCodec(true),
                            new RequestHandler(responder));
        }
    }

    private final class ByAlpn extends ApplicationProtocolNegotiationHandler {
        ByAlpn() {
            super(ApplicationProtocolNames.HTTP_1_1);
        }

        @Override
        protected void configurePipeline(ChannelHandlerContext context, @Nullable String agreed) {
            if (ApplicationProtocolNames.HTTP_2.equals(agreed)) {
                addHttp2(context.pipeline());
            } else {
                addHttp1(context.pipeline());
            }
        }
    }
}
