package dev.loombench.zoo.springmvc;

import dev.loombench.zoo.work.Lifecycle;
import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WrongOption;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

/// Spring Boot with all that it configures by itself, and the model set as its manual says.
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(WorkController.class)
public class SpringMvcServer {

    public static void main(String[] args) {
        Lifecycle.run(args, SpringMvcServer::start);
    }

    private static int start(Options options) {
        var properties = limits(options);
        properties.putAll(model(options));
        var context =
                new SpringApplicationBuilder(SpringMvcServer.class)
                        .bannerMode(Banner.Mode.OFF)
                        .registerShutdownHook(false)
                        .properties(properties)
                        .initializers((GenericApplicationContext bare) ->
                                bare.registerBean(Work.class, () -> new Work(options)))
                        .run();
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    private static Map<String, Object> model(Options options) {
        return switch (options.model()) {
            case "platform-pool" ->
                    Map.of(
                            "server.tomcat.threads.max", options.threads(),
                            "server.tomcat.threads.min-spare", options.threads());
            case "virtual" -> Map.of("spring.threads.virtual.enabled", true);
            default -> throw WrongOption.noModel(options.model(), "platform-pool", "virtual");
        };
    }

    /// The same as those of the server `tomcat`; -1 is no limit.
    private static Map<String, Object> limits(Options options) {
        var limits = new HashMap<String, Object>();
        limits.put("server.address", options.address().getAddress().getHostAddress());
        limits.put("server.port", options.port());
        limits.put("server.tomcat.max-connections", -1);
        limits.put("server.tomcat.max-keep-alive-requests", -1);
        limits.put("server.tomcat.keep-alive-timeout", -1);
        limits.put("server.tomcat.connection-timeout", -1);
        limits.put("server.tomcat.accept-count", Options.BACKLOG);
        limits.put("server.tomcat.processor-cache", -1);
        return limits;
    }
}
