package dev.loombench.observe.profile;

import dev.loombench.observe.jvm.ProfiledJvm;
import dev.loombench.observe.proc.Platform;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.observe.result.Profiler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/// async-profiler, loaded into a JVM over attach.
///
/// It samples by the kernel's timer of each thread's CPU time (`ctimer`), which needs neither
/// hardware counters nor a permission for the kernel's performance events; on macOS by that of the
/// process (`itimer`). Allocations are sampled by the JVM's own sampler, once per 512 KiB. Only its
/// recordings have both at once.
///
/// One agent of a JVM can sample allocations: where another one does, or did, only the CPU is
/// sampled.
///
/// Once loaded it stays in the JVM, and costs nothing while it is stopped. A recording that is not
/// stopped, as when the lab is killed, ends by itself.
final class AsyncProfiler implements ProfileRecorder {
    /// The kernel's timers have the resolution of its tick: 4 ms with 250 ticks per second.
    private static final Duration INTERVAL = Duration.ofMillis(4);

    private static final String ALLOCATED = "512k";

    /// No measured window lasts longer.
    private static final Duration LONGEST = Duration.ofHours(4);

    private static final String LOG = "profiler.log";

    /// For the first recording, which is not read.
    private static final String FIRST = "first.jfr";

    private final ProfiledJvm jvm;
    private final AsyncProfilerLibrary library;
    private Optional<Unavailable> withoutAllocations = Optional.empty();

    private AsyncProfiler(ProfiledJvm jvm, AsyncProfilerLibrary library) {
        this.jvm = jvm;
        this.library = library;
    }

    /// Loads it, and records a moment: reading the symbols of the JVM takes a large part of a
    /// second of the service's CPU, which is not for the measured window.
    ///
    /// @throws IOException when it cannot be loaded or does not start, with the reason
    static AsyncProfiler load(ProfiledJvm jvm) throws IOException {
        var library = AsyncProfilerLibrary.ofThisMachine();
        requireNoOther(jvm);
        library.extract(jvm.here(""));
        var profiler = new AsyncProfiler(jvm, library);
        profiler.startFirst();
        profiler.stop();
        return profiler;
    }

    /// Two copies would take each other's signals, so that the one which the service has would miss
    /// its samples.
    private static void requireNoOther(ProfiledJvm jvm) throws IOException {
        var other = jvm.mapped("/libasyncProfiler");
        if (other.isPresent()) {
            throw new IOException(
                    "async-profiler: the process has loaded it itself, " + other.get());
        }
    }

    private void startFirst() throws IOException {
        try {
            start(FIRST);
        } catch (IOException e) {
            withoutAllocations =
                    Optional.of(
                            new Unavailable(
                                    ProfileObserver.NAME,
                                    StackWeights.subject(ProfiledCost.ALLOCATION),
                                    String.valueOf(e.getMessage())));
            start(FIRST);
        }
    }

    @Override
    public Optional<Unavailable> limit() {
        return withoutAllocations;
    }

    @Override
    public Profiler profiler() {
        return Profiler.ASYNC_PROFILER;
    }

    @Override
    public void start() throws IOException {
        start(RECORDING);
    }

    private void start(String recording) throws IOException {
        call(
                "start,event=%s,interval=%dus%s,jfr,file=%s,timeout=%d"
                        .formatted(
                                Platform.isLinux() ? "ctimer" : "itimer",
                                INTERVAL.toNanos() / 1_000,
                                withoutAllocations.isEmpty() ? ",alloc=" + ALLOCATED : "",
                                jvm.there(recording),
                                LONGEST.toSeconds()));
    }

    @Override
    public void stop() throws IOException {
        call("stop");
    }

    /// Its messages go to a file instead of the output of the service.
    private void call(String command) throws IOException {
        try {
            jvm.call(library.file(), "%s,log=%s".formatted(command, jvm.there(LOG)));
        } catch (IOException e) {
            // The folder is another one in each process, and the reason the same.
            var reason =
                    "async-profiler: %s%s"
                            .formatted(e.getMessage(), logged())
                            .replace(jvm.there("").toString(), "(temporary folder)");
            throw new IOException(reason, e);
        }
    }

    private String logged() {
        var log = jvm.here(LOG);
        if (!Files.isRegularFile(log)) {
            return "";
        }
        try (var lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> !line.isBlank())
                    .limit(3)
                    .collect(Collectors.joining("; ", " (", ")"));
        } catch (IOException e) {
            return " (its log cannot be read: %s)".formatted(e.getMessage());
        }
    }
}
