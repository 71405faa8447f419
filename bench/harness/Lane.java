package harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// A generator and the responder that serves it alone, so that counts do not mix.
record Lane(Peer peer, Load load, Child generator, Responder responder) implements AutoCloseable {
    /// The exit code of loombench for figures that it distrusts.
    private static final int DOUBTFUL = 3;

    /// @param seconds how long the generator is told to run
    /// @param reporting whether the generator's own report is wanted
    static Lane open(
            Peer peer,
            Options options,
            int connections,
            int seconds,
            boolean reporting,
            Slowness slowness) {
        var folder = folder(options, peer);
        var responder = Responder.start(options.place(), peer.name(), folder, slowness.flags());
        try {
            Compare.sleep(slowness.leadMillis());
            var load =
                    new Load(
                            options.place(),
                            folder,
                            responder.port(),
                            connections,
                            options.rate(),
                            seconds,
                            reporting);
            return new Lane(peer, load, peer.start(load), responder);
        } catch (RuntimeException e) {
            responder.close();
            throw e;
        }
    }

    /// A new one for each lane: some generators append to the files of an earlier run.
    private static Path folder(Options options, Peer peer) {
        try {
            return Files.createTempDirectory(options.scratch(), peer.name());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Exact when the lane is paused, within some microseconds when it runs.
    Window read() {
        return new Window(
                System.nanoTime(),
                generator.cpuNanos(),
                responder.process().cpuNanos(),
                responder.answered());
    }

    /// @throws Failed when the generator has not got a single answer yet
    void requireAnswers() {
        if (responder.answered() == 0) {
            generator.requireAlive();
            throw new Failed(peer.name() + " got no answer during its warm-up");
        }
    }

    /// Waits for the end of the generator's run, and reads its report.
    Report report(Duration limit) {
        if (generator.await(limit) == DOUBTFUL) {
            Compare.say(peer.name() + " says that its own figures must not be relied on");
        } else {
            generator.awaitSuccess(limit);
        }
        return peer.report(load);
    }

    void pause() {
        generator.pause();
        responder.process().pause();
    }

    void resume() {
        responder.process().resume();
        generator.resume();
    }

    @Override
    public void close() {
        generator.close();
        responder.close();
    }
}
