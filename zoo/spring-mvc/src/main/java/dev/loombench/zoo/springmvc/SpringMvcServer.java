package dev.loombench.zoo.springmvc;

import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Priority;
import dev.loombench.governor.carrier.CarrierGovernor;
import dev.loombench.governor.pool.AutonomicPool;
import dev.loombench.governor.servlet.AdmissionFilter;
import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.ServerTls;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

/// Spring MVC with Spring Boot's auto-configuration; the model is set as Boot's manual describes.
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(WorkController.class)
public class SpringMvcServer {
    private static final String ADMISSION = "--admission";

    public static void main(String[] args) {
        ServerMain.run(args, List.of(ADMISSION, ServerTls.OPTION), SpringMvcServer::start);
    }

    private static int start(Options options) {
        var application = model(options);
        if (options.extraChoice(ADMISSION, "adaptive").isPresent()) {
            limitAdmission(application);
        }
        var context =
                application
                        .bannerMode(Banner.Mode.OFF)
                        .registerShutdownHook(false)
                        .properties(limits(options))
                        .initializers((GenericApplicationContext bare) ->
                                bare.registerBean(Work.class, () -> new Work(options)))
                        .run();
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    private static SpringApplicationBuilder model(Options options) {
        var application = new SpringApplicationBuilder(SpringMvcServer.class);
        return switch (options.model()) {
            case "autonomic-pool" -> runOn(application, AutonomicPool.start());
            case "platform-pool" ->
                    application.properties(
                            Map.of(
                                    "server.tomcat.threads.max", options.threads(),
                                    "server.tomcat.threads.min-spare", options.threads()));
            case "virtual" -> application.properties("spring.threads.virtual.enabled=true");
            case "virtual-governed" -> {
                CarrierGovernor.start();
                yield application.properties("spring.threads.virtual.enabled=true");
            }
            default ->
                    throw UsageException.unknownModel(
                            options.model(),
                            "autonomic-pool",
                            "platform-pool",
                            "virtual",
                            "virtual-governed");
        };
    }

    private static SpringApplicationBuilder runOn(
            SpringApplicationBuilder application, Executor executor) {
        return application.initializers((GenericApplicationContext bare) ->
                bare.registerBean(
                        TomcatExecutorCustomizer.class,
                        () -> new TomcatExecutorCustomizer(executor)));
    }

    /// Registers the filter as a bean; `/stats` has the priority of a health check.
    private static void limitAdmission(SpringApplicationBuilder application) {
        application.initializers((GenericApplicationContext bare) ->
                bare.registerBean(
                        AdmissionFilter.class,
                        () ->
                                new AdmissionFilter(
                                        AdmissionLimit.adaptive(),
                                        request ->
                                                request.getRequestURI().equals("/stats")
                                                        ? Priority.CRITICAL
                                                        : Priority.NORMAL)));
    }

    /// The same limits as those of the server `tomcat`; -1 means no limit.
    private static Map<String, Object> limits(Options options) {
        var limits = new HashMap<String, Object>();
        limits.put("server.address", options.address().getAddress().getHostAddress());
        limits.put("server.port", options.port());
        limits.put("server.http2.enabled", options.http2());
        limits.put("server.tomcat.max-connections", -1);
        limits.put("server.tomcat.max-keep-alive-requests", -1);
        limits.put("server.tomcat.keep-alive-timeout", -1);
        limits.put("server.tomcat.connection-timeout", -1);
        limits.put("server.tomcat.accept-count", Options.BACKLOG);
        limits.put("server.tomcat.processor-cache", -1);
        ServerTls.of(options).ifPresent(tls -> limits.putAll(secured(tls)));
        return limits;
    }

    /// A bundle with the certificate itself in place of the path of its file.
    private static Map<String, String> secured(ServerTls tls) {
        return Map.of(
                "server.ssl.bundle", "zoo",
                "spring.ssl.bundle.pem.zoo.keystore.certificate", tls.certificatePem(),
                "spring.ssl.bundle.pem.zoo.keystore.private-key", tls.privateKeyPem());
    }
}
