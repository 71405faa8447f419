package dev.loombench.observe.library;

import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.proc.thread.VirtualThreadUse;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Libraries;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Observes which JDK and libraries a server consists of, and what its configuration files say of
/// its pools, or which variables may replace that, from the kernel's list of its open files
/// (Linux): once, after the measured window, at no cost to the server. A process without a JDK has
/// no such observation.
public final class LibrariesObserver implements Observer {
    private static final String NAME = "libraries";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ObservationSession start(ObservedProcess target) {
        return new LibrariesSession(target.pid());
    }

    private static final class LibrariesSession implements ObservationSession {
        private final long pid;
        private volatile Optional<Observation> libraries = Optional.empty();

        LibrariesSession(long pid) {
            this.pid = pid;
        }

        @Override
        public void sample() {
            // At the edges of a window nothing is read.
        }

        @Override
        public void afterWindow(boolean listThreads) {
            try {
                var release = JdkRelease.of(pid);
                if (release.isPresent()) {
                    libraries =
                            Optional.of(
                                    new Libraries(
                                            NAME,
                                            release.get(),
                                            VirtualThreadUse.mayBeIn(pid),
                                            OpenJars.of(pid),
                                            ApplicationSettings.of(pid).stored()));
                }
            } catch (IOException ended) {
                libraries = Optional.empty();
            }
        }

        @Override
        public List<Observation> read() {
            return libraries.stream().toList();
        }
    }
}
