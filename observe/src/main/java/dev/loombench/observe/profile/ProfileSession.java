package dev.loombench.observe.profile;

import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.jvm.ProfiledJvm;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Profile;
import dev.loombench.observe.result.Observation.Unavailable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The profile of one JVM: every other sample starts a recording, and the next ends it; the last
/// recording counts.
///
/// One thread talks to the JVM, and each wait for it has a limit. A failure ends the profile, never
/// the measurement.
final class ProfileSession implements ObservationSession {
    private final long pid;
    private final Duration limit;
    private final ExecutorService worker;
    private final List<Observation> limits = Collections.synchronizedList(new ArrayList<>());
    private volatile boolean abandoned;
    private Optional<Loaded> loaded = Optional.empty();
    private Optional<List<Observation>> profile = Optional.empty();
    private boolean recording;
    private boolean recorded;
    private boolean closed;

    /// A profiler and the JVM that it is in.
    ///
    /// @param instead why the profiler is not the preferred one
    private record Loaded(
            ProfiledJvm jvm, ProfileRecorder recorder, Optional<Unavailable> instead) {}

    private ProfileSession(long pid, Duration limit) {
        this.pid = pid;
        this.limit = limit;
        worker =
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name("profile-" + pid).factory());
    }

    /// Loads a profiler.
    static ProfileSession start(long pid, Duration loadLimit, Duration edgeLimit) {
        var session = new ProfileSession(pid, edgeLimit);
        session.load(loadLimit);
        return session;
    }

    private synchronized void load(Duration loadLimit) {
        loaded = call(this::loadedProfiler, loadLimit, "loading a profiler");
        loaded.flatMap(Loaded::instead).ifPresent(limits::add);
        loaded.flatMap(l -> l.recorder().limit()).ifPresent(limits::add);
    }

    private Loaded loadedProfiler() throws IOException {
        var jvm = ProfiledJvm.of(pid);
        var profiler = load(jvm);
        if (abandoned) {
            jvm.close();
            throw new IOException("its limit had passed");
        }
        return profiler;
    }

    private static Loaded load(ProfiledJvm jvm) throws IOException {
        try {
            return new Loaded(jvm, AsyncProfiler.load(jvm), Optional.empty());
        } catch (IOException e) {
            return new Loaded(jvm, flightRecorder(jvm, e), Optional.of(instead(e)));
        }
    }

    /// Records a moment, so that its classes are loaded.
    private static ProfileRecorder flightRecorder(ProfiledJvm jvm, IOException reason)
            throws IOException {
        var recorder = new FlightRecorder(jvm);
        try {
            recorder.start();
            recorder.stop();
            return recorder;
        } catch (IOException e) {
            jvm.close();
            throw new IOException(
                    "%s; Flight Recorder: %s".formatted(reason.getMessage(), e.getMessage()), e);
        }
    }

    private static Unavailable instead(IOException reason) {
        return new Unavailable(
                ProfileObserver.NAME,
                "native code in " + Profile.SUBJECT,
                "Flight Recorder sampled Java code only; " + reason.getMessage());
    }

    @Override
    public synchronized void sample() {
        if (closed || loaded.isEmpty()) {
            return;
        }
        var recorder = loaded.get().recorder();
        if (recording) {
            recording = false;
            recorded = run(recorder::stop, "ending the recording");
        } else {
            recorded = false;
            profile = Optional.empty();
            recording = run(recorder::start, "starting the recording");
            if (!recording) {
                abandon(); // the next sample is the end of the window
            }
        }
    }

    /// The recording goes on between the slices of a window.
    @Override
    public void sampleSliceEnd() {
        // Only the edges of the window start and end it.
    }

    /// Reads the recording at the first call after its end.
    @Override
    public synchronized List<Observation> read() {
        if (recorded && profile.isEmpty()) {
            profile = loaded.map(this::recording);
        }
        var all = new ArrayList<>(limits);
        profile.orElse(List.of()).stream().filter(o -> !isKnown(o)).forEach(all::add);
        return List.copyOf(all);
    }

    /// Whether a reason is known why it is missing.
    private boolean isKnown(Observation observation) {
        return observation instanceof Unavailable missing
                && loaded.flatMap(l -> l.recorder().limit())
                        .filter(limit -> limit.subject().equals(missing.subject()))
                        .isPresent();
    }

    private List<Observation> recording(Loaded from) {
        try {
            return RecordedProfile.read(
                    from.jvm().here(ProfileRecorder.RECORDING), from.recorder().profiler());
        } catch (IOException e) {
            return List.of(unavailable("no recording: " + e.getMessage()));
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (recording) {
            recording = false;
            loaded.ifPresent(l -> run(l.recorder()::stop, "ending the recording"));
        } else if (recorded && profile.isEmpty()) {
            profile = loaded.map(this::recording); // its file is deleted now
        }
        loaded.ifPresent(l -> run(l.jvm()::close, "deleting the recording"));
        worker.shutdown();
    }

    private interface Step {
        void run() throws IOException;
    }

    private boolean run(Step step, String description) {
        return call(
                        () -> {
                            step.run();
                            return true;
                        },
                        limit,
                        description)
                .isPresent();
    }

    /// @return empty when it failed, which is then among the observations
    private <T> Optional<T> call(Callable<T> step, Duration within, String description) {
        var reply = worker.submit(step);
        try {
            return Optional.of(reply.get(within.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            fail("%s took more than %d s".formatted(description, within.toSeconds()));
            abandon();
        } catch (ExecutionException e) {
            var cause = e.getCause() == null ? e : e.getCause();
            fail("%s failed: %s".formatted(description, String.valueOf(cause.getMessage())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail("%s was interrupted".formatted(description));
        }
        return Optional.empty();
    }

    /// Ends the profile; the folder of a JVM that does not reply is deleted once it does.
    private void abandon() {
        abandoned = true;
        recording = false;
        recorded = false;
        loaded.ifPresent(l -> worker.execute(() -> close(l)));
        loaded = Optional.empty();
    }

    private void close(Loaded left) {
        try {
            left.jvm().close();
        } catch (IOException e) {
            fail("deleting the recording failed: " + e.getMessage());
        }
    }

    private void fail(String reason) {
        limits.add(
                unavailable(
                        ProcessHandle.of(pid).isPresent()
                                ? reason
                                : new ProcessEndedException(pid).getMessage()));
    }

    private static Unavailable unavailable(String reason) {
        return new Unavailable(ProfileObserver.NAME, Profile.SUBJECT, reason);
    }
}
