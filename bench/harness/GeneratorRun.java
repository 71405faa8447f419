package harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// A running generator and its own responder, so that the counts of generators do not mix.
record GeneratorRun(
        Generator generator, LoadParameters load, ChildProcess process, Responder responder)
        implements AutoCloseable {
    /// The exit code of loombench for a result that it marks as invalid.
    private static final int INVALID_RESULT = 3;

    /// @param seconds duration passed to the generator
    /// @param reporting whether the generator writes its own report
    static GeneratorRun open(
            Generator generator,
            CompareOptions options,
            int connections,
            int seconds,
            boolean reporting,
            DelayProfile delayProfile) {
        var folder = folder(options, generator);
        var responder =
                Responder.start(
                        options.placement(), generator.name(), folder, delayProfile.flags());
        try {
            Compare.sleep(delayProfile.leadMillis());
            var load =
                    new LoadParameters(
                            options.placement(),
                            folder,
                            responder.port(),
                            connections,
                            options.rate(),
                            seconds,
                            reporting);
            return new GeneratorRun(generator, load, generator.start(load), responder);
        } catch (RuntimeException e) {
            responder.close();
            throw e;
        }
    }

    /// A new folder for each run: some generators append to the files of an earlier run.
    private static Path folder(CompareOptions options, Generator generator) {
        try {
            return Files.createTempDirectory(options.scratch(), generator.name());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Reads the counters: exact while the run is paused, within some microseconds otherwise.
    CounterDelta.Counters read() {
        return new CounterDelta.Counters(
                System.nanoTime(),
                process.cpuNanos(),
                responder.process().cpuNanos(),
                responder.responses());
    }

    /// @throws HarnessException when the generator has received no response yet
    void requireResponses() {
        if (responder.responses() == 0) {
            process.requireAlive();
            throw new HarnessException(
                    generator.name() + " received no response during its warm-up");
        }
    }

    /// Waits for the end of the generator's run, and reads its report.
    GeneratorReport report(Duration limit) {
        if (process.await(limit) == INVALID_RESULT) {
            Compare.say(generator.name() + " marks its own result as invalid");
        } else {
            process.awaitSuccess(limit);
        }
        return generator.report(load);
    }

    /// The counters within a window, after which the run is paused.
    ///
    /// @throws HarnessException when the generator received no response
    CounterDelta window(long millis) {
        var before = read();
        resume();
        Compare.sleep(millis);
        pause();
        var window = CounterDelta.between(before, read());
        if (window.responses() == 0) {
            throw new HarnessException(generator.name() + " received no response within a window");
        }
        return window;
    }

    void pause() {
        process.pause();
        responder.process().pause();
    }

    void resume() {
        responder.process().resume();
        process.resume();
    }

    @Override
    public void close() {
        process.close();
        responder.close();
    }
}
