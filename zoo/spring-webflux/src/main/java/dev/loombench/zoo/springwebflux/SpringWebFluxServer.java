package dev.loombench.zoo.springwebflux;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.ServerTls;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import io.netty.channel.ChannelOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

/// Spring WebFlux with Spring Boot's auto-configuration, on Reactor Netty.
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(WorkController.class)
public class SpringWebFluxServer {

    public static void main(String[] args) {
        ServerMain.run(args, List.of(ServerTls.OPTION), SpringWebFluxServer::start);
    }

    private static int start(Options options) {
        if (!options.model().equals("event-loop")) {
            throw UsageException.unknownModel(options.model(), "event-loop");
        }
        var context =
                new SpringApplicationBuilder(SpringWebFluxServer.class)
                        .bannerMode(Banner.Mode.OFF)
                        .registerShutdownHook(false)
                        .properties(address(options))
                        .properties("server.http2.enabled=" + options.http2())
                        .initializers((GenericApplicationContext bare) -> register(bare, options))
                        .run();
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    private static Map<String, Object> address(Options options) {
        var properties = new HashMap<String, Object>();
        properties.put("server.address", options.address().getAddress().getHostAddress());
        properties.put("server.port", options.port());
        ServerTls.of(options).ifPresent(tls -> properties.putAll(secured(tls)));
        return properties;
    }

    /// A bundle with the certificate itself in place of the path of its file.
    private static Map<String, String> secured(ServerTls tls) {
        return Map.of(
                "server.ssl.bundle", "zoo",
                "spring.ssl.bundle.pem.zoo.keystore.certificate", tls.certificatePem(),
                "spring.ssl.bundle.pem.zoo.keystore.private-key", tls.privateKeyPem());
    }

    private static void register(GenericApplicationContext context, Options options) {
        context.registerBean(
                EventLoopWork.class,
                () ->
                        new EventLoopWork(
                                new Work(options), options.downstream().map(DelayClient::new)));
    }

    /// By default Reactor Netty has no limit on connections, requests per connection or idle time.
    @Bean
    NettyServerCustomizer limits() {
        return server ->
                server.option(ChannelOption.SO_BACKLOG, Options.BACKLOG)
                        .childOption(ChannelOption.TCP_NODELAY, true);
    }
}
