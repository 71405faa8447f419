package dev.loombench.launch;

import dev.loombench.launch.process.OrphanGuard;
import dev.loombench.launch.process.Readiness;
import dev.loombench.launch.process.SecretMask;
import dev.loombench.launch.process.ServerLog;
import dev.loombench.launch.process.ServiceProcess;
import dev.loombench.spec.EnvironmentValue;
import dev.loombench.spec.ServiceCommand;
import dev.loombench.spec.Variant;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Starts services of the user: each in a session of its own, where `setsid` exists, so that a
/// Ctrl-C for the lab does not end them first.
final class ServiceStart implements AutoCloseable {
    private static final String SETSID = "setsid";
    private static final int MARK_BYTES = 8;

    private final String mark = randomMark();
    private final AtomicInteger started = new AtomicInteger();
    private @Nullable OrphanGuard guard;

    private static String randomMark() {
        var bytes = new byte[MARK_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /// Starts the command, and returns when the service is ready.
    ///
    /// @param live receives the service
    /// @param jvmFlags added where the command runs a `java` that knows them
    /// @param secrets masked in its output
    /// @param folder the trial's own
    /// @throws LaunchFailed when it does not start; no process of it is left then
    ServiceProcess start(
            LiveServers live,
            Variant variant,
            ServiceCommand service,
            ServiceProgram program,
            List<String> jvmFlags,
            SecretMask secrets,
            Path folder)
            throws InterruptedException {
        var readiness = Readiness.of(service.ready(), service.within(), service.takesPort());
        try {
            Files.createDirectories(folder);
            var log = new ServerLog(folder.resolve("server.log"), Optional.of(secrets));
            var started =
                    live.start(() -> start(variant, service, program, jvmFlags, readiness, log));
            try {
                var fault = readiness.await(started);
                if (fault.isPresent()) {
                    started.stop();
                    throw LaunchFailed.of(
                            variant, fault.get(), started.logTail(ServerLauncher.TAIL_LINES));
                }
                return started;
            } catch (InterruptedException | RuntimeException | IOException e) {
                started.stop();
                throw e;
            }
        } catch (IOException e) {
            throw new LaunchFailed(
                    "%s could not be started: %s".formatted(variant.name(), e.getMessage()));
        }
    }

    private ServiceProcess start(
            Variant variant,
            ServiceCommand service,
            ServiceProgram program,
            List<String> jvmFlags,
            Readiness readiness,
            ServerLog log)
            throws IOException {
        startGuard();
        int port = variant.port() == 0 ? freePort() : variant.port();
        var environment = environment(variant, program, port);
        var builder = new ProcessBuilder(words(variant, service, program, jvmFlags, port));
        builder.directory(program.folder().toFile());
        builder.environment().putAll(environment);
        return ServiceProcess.start(
                builder,
                "%s-%d".formatted(mark, started.incrementAndGet()),
                port,
                log,
                readiness.watch());
    }

    private synchronized void startGuard() throws IOException {
        if (guard == null) {
            guard = OrphanGuard.start(mark + "-");
        }
    }

    @Override
    public synchronized void close() {
        if (guard != null) {
            guard.close();
            guard = null;
        }
    }

    /// A port that no process listens on now.
    private static int freePort() throws IOException {
        try (var probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    private static List<String> words(
            Variant variant,
            ServiceCommand service,
            ServiceProgram program,
            List<String> jvmFlags,
            int port) {
        var words = new ArrayList<String>();
        PathLookup.find(SETSID).ifPresent(setsid -> words.add(setsid.toString()));
        variant.cpus()
                .ifPresent(cpus -> {
                    words.add(CpuSet.taskset().orElseThrow().toString());
                    words.add("-c");
                    words.add(cpus);
                });
        words.add(program.file().orElseThrow().toString());
        if (program.takesJvmFlags()) {
            words.addAll(jvmFlags);
        }
        service.words().stream().skip(1).map(word -> withPort(word, port)).forEach(words::add);
        return words;
    }

    private static String withPort(String text, int port) {
        return text.replace(ServiceCommand.PORT, Integer.toString(port));
    }

    /// The variables in addition to the lab's own; those of the variant take precedence.
    private static Map<String, String> environment(
            Variant variant, ServiceProgram program, int port) {
        var all = new LinkedHashMap<String, String>();
        ServiceCommand.PORT_VARIABLES.forEach(name -> all.put(name, Integer.toString(port)));
        if (variant.jdk().isPresent()) {
            program.javaHome()
                    .ifPresent(home -> {
                        all.put("JAVA_HOME", home.toString());
                        all.put(
                                "PATH",
                                home.resolve("bin")
                                        + File.pathSeparator
                                        + System.getenv().getOrDefault("PATH", ""));
                    });
        }
        expanded(variant).forEach((name, value) -> all.put(name, withPort(value, port)));
        return all;
    }

    private static Map<String, String> expanded(Variant variant) {
        var values = new LinkedHashMap<>(variant.environment());
        values.replaceAll((name, value) -> EnvironmentValue.expanded(name, value, System.getenv()));
        return values;
    }
}
