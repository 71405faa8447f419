package dev.loombench.junit;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.time;

import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.rule.carrier.HoldCause;
import dev.loombench.observe.jvm.RecordedPins;
import dev.loombench.observe.result.PinnedWaitGroup;
import java.time.Duration;
import java.util.Optional;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;

/// Records waits of virtual threads that are pinned to their carriers, with Flight Recorder.
final class PinningWatch implements AutoCloseable {
    private final RecordedPins pins = new RecordedPins();
    private final RecordingStream stream = new RecordingStream();
    private final long started = System.nanoTime();
    private volatile @Nullable Throwable failure;

    private PinningWatch(Duration longerThan) {
        stream.onError(this::failed);
        stream.enable(RecordedPins.EVENT).withThreshold(longerThan).withStackTrace();
        stream.onEvent(
                RecordedPins.EVENT,
                event -> {
                    if (event.getDuration().compareTo(longerThan) >= 0) {
                        pins.add(event); // another recording may have asked for shorter ones
                    }
                });
    }

    static PinningWatch start(Duration longerThan) {
        var watch = new PinningWatch(longerThan);
        watch.stream.startAsync();
        return watch;
    }

    /// Records that an event could not be read: otherwise Flight Recorder prints it, and goes on.
    void failed(Throwable e) {
        failure = e;
    }

    /// Ends the recording, with all events until now.
    ///
    /// @return the waits in words; empty without any
    /// @throws IllegalStateException when an event could not be read
    Optional<String> end() {
        stream.stop();
        var cause = failure;
        if (cause != null) {
            throw new IllegalStateException("the pinned waits could not be read", cause);
        }
        var pinned = pins.pinned(System.nanoTime() - started);
        return pinned.waits().stream()
                .findFirst()
                .map(longest ->
                        "virtual threads were pinned in %s, %s in all: %s"
                                .formatted(
                                        counted(pinned.count(), "wait"),
                                        time((double) pinned.nanos()),
                                        describe(longest)));
    }

    /// The most time-consuming place, with its remedy.
    private static String describe(PinnedWaitGroup group) {
        if (group.frames().isEmpty()) {
            return "without a stack";
        }
        var cause = HoldCause.ofPinned(group.frames());
        return "%s %s; remedy: %s"
                .formatted(AppCalls.withCaller(group.frames()), cause.where(), cause.remedy(true));
    }

    @Override
    public void close() {
        stream.close();
    }
}
