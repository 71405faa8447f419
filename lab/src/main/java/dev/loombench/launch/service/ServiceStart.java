package dev.loombench.launch.service;

import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.launch.limit.CpuLimit;
import dev.loombench.launch.limit.HostLimits;
import dev.loombench.launch.limit.PathLookup;
import dev.loombench.launch.process.OrphanGuard;
import dev.loombench.launch.process.ServiceMark;
import dev.loombench.launch.process.ServiceNamespace;
import dev.loombench.launch.process.ServiceProcess;
import dev.loombench.launch.process.output.ServerLog;
import dev.loombench.text.EnvironmentValue;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Starts services of the user: each in a session of its own, where `setsid` exists, so that a
/// Ctrl-C for the lab does not end them first.
public final class ServiceStart implements AutoCloseable {
    private static final String SETSID = "setsid";
    private static final String PRLIMIT = "prlimit";
    private static final String UNSHARE = "unshare";
    private static final String NSENTER = "nsenter";

    private final long lab = new SecureRandom().nextLong(1L << ServiceMark.LAB_BITS);
    private final AtomicInteger started = new AtomicInteger();
    private final FreePorts ports = new FreePorts(HostLimits.ofThisMachine());
    private @Nullable OrphanGuard guard;

    private ServiceMark nextMark(OrphanGuard watching) throws IOException {
        var namespace = namespace();
        if (namespace.isPresent()) {
            watching.alsoEnd(namespace.get());
        }
        return new ServiceMark(
                lab,
                started.incrementAndGet(),
                ServiceMark.canLimit() ? PathLookup.find(PRLIMIT) : Optional.empty(),
                namespace);
    }

    private static Optional<ServiceNamespace> namespace() throws IOException {
        var unshare = PathLookup.find(UNSHARE);
        var nsenter = PathLookup.find(NSENTER);
        return unshare.isPresent() && nsenter.isPresent()
                ? ServiceNamespace.create(unshare.get(), nsenter.get(), PathLookup.find(SETSID))
                : Optional.empty();
    }

    /// Starts the command, and returns before the service is ready.
    ///
    /// @param listen address of this machine on which it is to listen
    /// @param server whether it is to listen
    /// @param jvmFlags added where the command runs a `java` that knows them
    /// @param onLine receives its output
    /// @param log receives its output too, and is closed at its end
    public ServiceProcess start(
            LaunchConfiguration launched,
            ServiceCommand service,
            ServiceProgram program,
            InetAddress listen,
            boolean server,
            List<String> jvmFlags,
            Consumer<String> onLine,
            ServerLog log)
            throws IOException {
        var watching = startGuard();
        int port = !server || launched.port() != 0 ? launched.port() : ports.next();
        var environment = environment(launched, program, port);
        return CpuLimit.start(
                launched,
                limit -> {
                    var builder =
                            new ProcessBuilder(words(limit, service, program, jvmFlags, port));
                    builder.directory(program.folder().toFile());
                    builder.environment().putAll(environment);
                    return ServiceProcess.start(
                            builder,
                            nextMark(watching),
                            new InetSocketAddress(listen, port),
                            server ? Optional.of(watching) : Optional.empty(),
                            log,
                            onLine);
                });
    }

    private synchronized OrphanGuard startGuard() throws IOException {
        var started = guard == null ? OrphanGuard.start(lab, PathLookup.find(SETSID)) : guard;
        guard = started;
        return started;
    }

    @Override
    public synchronized void close() {
        if (guard != null) {
            guard.close();
            guard = null;
        }
    }

    /// @param limit words before the program
    private static List<String> words(
            List<String> limit,
            ServiceCommand service,
            ServiceProgram program,
            List<String> jvmFlags,
            int port) {
        var words = new ArrayList<String>();
        PathLookup.find(SETSID).ifPresent(setsid -> words.add(setsid.toString()));
        words.addAll(limit);
        words.add(program.file().orElseThrow().toString());
        if (program.takesJvmFlags()) {
            words.addAll(jvmFlags);
        }
        service.words().stream().skip(1).map(word -> withPort(word, port)).forEach(words::add);
        return words;
    }

    private static String withPort(String text, int port) {
        return port == 0 ? text : text.replace(ServiceCommand.PORT, Integer.toString(port));
    }

    /// The variables in addition to the lab's own. Those of the variant take precedence; its JDK is
    /// first on the `PATH`.
    ///
    /// @param port 0 for a command that is no server
    private static Map<String, String> environment(
            LaunchConfiguration launched, ServiceProgram program, int port) {
        var all = new LinkedHashMap<String, String>();
        if (port != 0) {
            ServiceCommand.PORT_VARIABLES.forEach(name -> all.put(name, Integer.toString(port)));
        }
        var jdk = launched.jdk().flatMap(_ -> program.javaHome());
        jdk.ifPresent(home -> all.put("JAVA_HOME", home.toString()));
        expanded(launched).forEach((name, value) -> all.put(name, withPort(value, port)));
        jdk.ifPresent(home -> {
            var others = ServiceProgram.variable(PathLookup.PATH, launched, System.getenv());
            all.put(PathLookup.PATH, home.resolve("bin") + File.pathSeparator + others);
        });
        return all;
    }

    private static Map<String, String> expanded(LaunchConfiguration launched) {
        var values = new LinkedHashMap<>(launched.environment());
        values.replaceAll((name, value) -> EnvironmentValue.expanded(name, value, System.getenv()));
        return values;
    }
}
