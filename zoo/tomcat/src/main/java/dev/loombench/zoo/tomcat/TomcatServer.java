package dev.loombench.zoo.tomcat;

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
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.websocket.server.WsSci;

/// Embedded Tomcat: an acceptor and a poller thread pass each request to the executor.
public final class TomcatServer {
    /// Referenced, because an unreferenced logger can be collected together with its level.
    private static final Logger LOG = Logger.getLogger("org.apache");

    /// Warns where a slow machine took long for the identifiers of sessions, which are not used.
    private static final Logger SESSIONS =
            Logger.getLogger("org.apache.catalina.util.SessionIdGeneratorBase");

    private static final String ADMISSION = "--admission";

    private TomcatServer() {}

    public static void main(String[] args) {
        ServerMain.run(
                args,
                List.of(ADMISSION, ServerTls.OPTION),
                options -> serve(options, new Work(options), Map.of()));
    }

    /// Starts Tomcat.
    ///
    /// @param more additional servlets by path, as in `/bank/*`
    /// @return the port where it accepts connections
    public static int serve(Options options, Work work, Map<String, Servlet> more)
            throws IOException, LifecycleException {
        LOG.setLevel(Level.WARNING);
        SESSIONS.setLevel(Level.SEVERE);
        var connector = connector(options);
        boolean admission = options.extraChoice(ADMISSION, "adaptive").isPresent();
        // Tomcat requires a base folder; servlets alone never use it.
        var folder = Files.createTempDirectory("zoo-tomcat");
        var tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        tomcat.setConnector(connector);
        var context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "work", new WorkServlet(work)).addMapping("/*");
        var events = Tomcat.addServlet(context, "events", new EventServlet(work));
        events.addMapping("/events");
        context.addServletContainerInitializer(new WsSci(), Set.of());
        context.addServletContainerInitializer(
                (classes, servletContext) -> EchoEndpoint.addTo(servletContext), Set.of());
        if (admission) {
            limitAdmission(context);
        }
        more.forEach((path, servlet) -> Tomcat.addServlet(context, path, servlet).addMapping(path));
        try {
            tomcat.start();
        } finally {
            delete(folder);
        }
        return connector.getLocalPort();
    }

    /// Installs the filter before every servlet; `/stats` has the priority of a health check.
    private static void limitAdmission(Context context) {
        var filter = new FilterDef();
        filter.setFilterName("admission");
        filter.setFilter(
                new AdmissionFilter(
                        AdmissionLimit.adaptive(),
                        request ->
                                request.getRequestURI().equals("/stats")
                                        ? Priority.CRITICAL
                                        : Priority.NORMAL));
        context.addFilterDef(filter);
        var everywhere = new FilterMap();
        everywhere.setFilterName(filter.getFilterName());
        everywhere.addURLPattern("/*");
        context.addFilterMap(everywhere);
    }

    private static void delete(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static Connector connector(Options options) {
        var endpoint = new NioEndpoint();
        switch (options.model()) {
            case "autonomic-pool" -> endpoint.setExecutor(AutonomicPool.start());
            case "platform-pool" -> fixPool(endpoint, options.threads());
            case "virtual" -> endpoint.setUseVirtualThreads(true);
            case "virtual-governed" -> {
                CarrierGovernor.start();
                endpoint.setUseVirtualThreads(true);
            }
            default ->
                    throw UsageException.unknownModel(
                            options.model(),
                            "autonomic-pool",
                            "platform-pool",
                            "virtual",
                            "virtual-governed");
        }
        var protocol = new Http11NioProtocol(endpoint);
        if (!options.defaultLimits()) {
            removeLimits(protocol);
        }
        protocol.setTcpNoDelay(true);
        protocol.setAddress(options.address().getAddress());
        var connector = new Connector(protocol);
        if (options.http2()) {
            connector.addUpgradeProtocol(http2(options));
        }
        connector.setPort(options.port());
        connector.setThrowOnFailure(true);
        ServerTls.of(options).ifPresent(tls -> secure(connector, protocol, tls));
        return connector;
    }

    /// Tomcat's defaults: 100 streams per connection, of which 20 run at once; 20 s idle; and a
    /// connection with much overhead is closed.
    private static Http2Protocol http2(Options options) {
        var http2 = new Http2Protocol();
        if (!options.defaultLimits()) {
            http2.setMaxConcurrentStreams(Options.MAX_STREAMS);
            http2.setMaxConcurrentStreamExecution(Options.MAX_STREAMS);
            http2.setKeepAliveTimeout(-1);
            http2.setOverheadCountFactor(0);
        }
        return http2;
    }

    private static void secure(Connector connector, Http11NioProtocol protocol, ServerTls tls) {
        var host = new SSLHostConfig();
        var certificate =
                new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
        certificate.setCertificateKeystore(tls.keyStore());
        certificate.setCertificateKeyPassword(tls.password());
        host.addCertificate(certificate);
        protocol.setSSLEnabled(true);
        connector.setSecure(true);
        connector.setScheme("https");
        connector.addSslHostConfig(host);
    }

    /// Starts all threads at once.
    private static void fixPool(NioEndpoint endpoint, int threads) {
        endpoint.setMaxThreads(threads);
        endpoint.setMinSpareThreads(threads);
    }

    /// Tomcat's defaults: 8192 connections, 100 requests per connection, 1 min idle, a backlog of
    /// 100, and 200 cached request processors. -1 means no limit.
    private static void removeLimits(Http11NioProtocol protocol) {
        protocol.setMaxConnections(-1);
        protocol.setMaxKeepAliveRequests(-1);
        protocol.setKeepAliveTimeout(-1);
        protocol.setConnectionTimeout(-1);
        protocol.setAcceptCount(Options.BACKLOG);
        protocol.setProcessorCache(-1);
    }
}
