package dev.loombench.experiment.variant;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A server of the zoo under one of its concurrency models.
///
/// @param server as in `tomcat`
/// @param model a concurrency model of that server, as in `virtual`
/// @param threads the threads that run the model's handlers or tasks
/// @param settings settings of the model, as in `threads` -> `200`; passed as `--threads 200`
/// @param jvm flags for the server's JVM, as in `-Xmx512m`
public record ZooServer(
        String server,
        String model,
        Threading threads,
        Map<String, String> settings,
        List<String> jvm)
        implements Subject {

    /// The setting with the kind of certificate, where the server speaks TLS.
    private static final String TLS = "tls";

    /// The setting with which the server speaks HTTP/2.
    private static final String HTTP2 = "http2";

    public ZooServer {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        jvm = List.copyOf(jvm);
    }

    /// Whether connections to it are secured by TLS.
    public boolean isSecured() {
        return settings.containsKey(TLS);
    }

    /// Whether connections to it carry HTTP/2.
    public boolean speaksHttp2() {
        return "true".equals(settings.get(HTTP2));
    }

    @Override
    public String summary() {
        return server + ", model " + model;
    }
}
