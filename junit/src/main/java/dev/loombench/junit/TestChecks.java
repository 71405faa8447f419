package dev.loombench.junit;

import dev.loombench.load.result.LoadResult;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/// The checks of one test: watches of carriers and of pinned waits from before its body on, and
/// after it the load of its objective.
final class TestChecks implements AutoCloseable {
    private final ExtensionContext context;
    private final Annotations annotations;
    private final Limits limits;
    private final Optional<Long> pid;
    private final @Nullable PinningWatch pinningWatch;
    private final @Nullable CarrierWatch carrierWatch;

    private TestChecks(
            ExtensionContext context,
            Annotations annotations,
            Limits limits,
            Optional<Long> pid,
            @Nullable PinningWatch pinningWatch,
            @Nullable CarrierWatch carrierWatch) {
        this.context = context;
        this.annotations = annotations;
        this.limits = limits;
        this.pid = pid;
        this.pinningWatch = pinningWatch;
        this.carrierWatch = carrierWatch;
    }

    /// What a test is checked for.
    record Annotations(
            Optional<HoldsObjective> objective,
            Optional<NoBlockedCarrier> carriers,
            Optional<NoPinning> pinning) {}

    /// @throws TestAbortedException where the checks cannot see the service
    /// @throws ExtensionConfigurationException when an annotation is wrong
    static TestChecks start(ExtensionContext context, Annotations annotations) {
        var limits = Limits.of(annotations);
        var pid = pid(context);
        if (annotations.carriers.isPresent() || annotations.pinning.isPresent()) {
            requireOwnJvm(pid, annotations.carriers.isPresent());
        }
        var pinning = annotations.pinning.isPresent() ? PinningWatch.start(limits.pinned) : null;
        try {
            var carriers = carrierWatch(annotations, pid, limits);
            return new TestChecks(context, annotations, limits, pid, pinning, carriers);
        } catch (RuntimeException | Error e) {
            if (pinning != null) {
                pinning.close();
            }
            throw e;
        }
    }

    /// Drives the load and ends the watches.
    ///
    /// @throws AssertionError when a check does not hold
    void end() throws IOException, InterruptedException {
        var run = run();
        var failures = new ArrayList<String>();
        if (carrierWatch != null) {
            var blocked = carrierWatch.end();
            annotations
                    .carriers
                    .flatMap(c -> blocked(blocked, c, limits))
                    .ifPresent(text -> failures.add("@NoBlockedCarrier: " + text));
            run.flatMap(r -> r.failure(blocked.whileOthersWait(0))).ifPresent(failures::add);
        } else {
            run.flatMap(r -> r.failure(Optional.empty())).ifPresent(failures::add);
        }
        if (pinningWatch != null) {
            pinningWatch.end().ifPresent(text -> failures.add("@NoPinning: " + text));
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(String.join("\n", failures));
        }
        if (annotations.carriers.isPresent() || annotations.pinning.isPresent()) {
            run.ifPresent(TestChecks::requireObserved);
        }
    }

    /// @throws TestAbortedException where the load was of another process than the checks, or of no
    ///   virtual thread
    private static void requireObserved(ObjectiveRun run) {
        if (run.address.isOfAnotherProcess()) {
            throw new TestAbortedException(
                    "@NoBlockedCarrier and @NoPinning observe the JVM of the test, and another process listens at %s: check its objective in a test of its own"
                            .formatted(run.address.text()));
        }
        OwnCarriers.unused()
                .ifPresent(reason -> {
                    throw new TestAbortedException("@NoBlockedCarrier and @NoPinning: " + reason);
                });
    }

    /// Ends the watches, without an answer.
    @Override
    public void close() {
        if (carrierWatch != null) {
            carrierWatch.close();
        }
        if (pinningWatch != null) {
            pinningWatch.close();
        }
    }

    /// @param blocked of [NoBlockedCarrier]; without it, what a watch for the cause of a violated
    ///   objective should see
    /// @param pinned of [NoPinning]; 0 without it
    private record Limits(Duration blocked, Duration pinned) {
        private static final Duration UNCHECKED = Duration.ofSeconds(1);

        static Limits of(Annotations annotations) {
            return new Limits(
                    annotations.carriers.map(Limits::ofCarriers).orElse(UNCHECKED),
                    annotations.pinning.map(Limits::ofPinning).orElse(Duration.ZERO));
        }

        private static Duration ofCarriers(NoBlockedCarrier annotation) {
            var longerThan = longerThan("@NoBlockedCarrier", annotation.longerThan());
            if (longerThan.compareTo(CarrierWatch.SHORTEST) < 0) {
                throw new ExtensionConfigurationException(
                        "@NoBlockedCarrier: longerThan must be at least %s, the shortest time that is seen, was %s"
                                .formatted(
                                        Units.text(CarrierWatch.SHORTEST),
                                        annotation.longerThan()));
            }
            return longerThan;
        }

        private static Duration ofPinning(NoPinning annotation) {
            return longerThan("@NoPinning", annotation.longerThan());
        }

        private static Duration longerThan(String annotation, String text) {
            try {
                return Units.duration(text);
            } catch (WrongInput e) {
                throw new ExtensionConfigurationException(
                        "%s: longerThan %s".formatted(annotation, e.getMessage()), e);
            }
        }
    }

    private static Optional<String> blocked(
            BlockedTime blocked, NoBlockedCarrier check, Limits limits) {
        double longerThan = (double) limits.blocked.toNanos();
        return blocked.whileOthersWait(longerThan)
                .or(() ->
                        check.evenIfOthersRun()
                                ? blocked.ofOneThread(longerThan)
                                : Optional.empty());
    }

    /// A watch also where only an objective is checked, so that its failure can name the cause.
    private static @Nullable CarrierWatch carrierWatch(
            Annotations annotations, Optional<Long> pid, Limits limits) {
        var carriers = annotations.carriers;
        boolean watched =
                carriers.isPresent() || (annotations.objective.isPresent() && pid.isEmpty());
        return watched && OwnCarriers.unavailable().isEmpty()
                ? CarrierWatch.start(
                        !carriers.map(NoBlockedCarrier::evenIfOthersRun).orElse(false),
                        limits.blocked)
                : null;
    }

    /// @throws TestAbortedException where the checks cannot see the service
    private static void requireOwnJvm(Optional<Long> pid, boolean carriers) {
        if (pid.isPresent()) {
            throw new TestAbortedException(
                    "@NoBlockedCarrier and @NoPinning observe the JVM of the test, and the service runs in process %d"
                            .formatted(pid.get()));
        }
        OwnCarriers.unavailable()
                .filter(_ -> carriers)
                .ifPresent(reason -> {
                    throw new TestAbortedException("@NoBlockedCarrier: " + reason);
                });
    }

    /// The load of an objective and its result.
    ///
    /// @param inspected what an inspection of the service's process found
    private record ObjectiveRun(
            ServiceAddress address, ObjectiveLoad load, LoadResult result, List<String> inspected) {
        Optional<String> failure(Optional<String> blocked) {
            var causes = new ArrayList<>(blocked.stream().toList());
            causes.addAll(inspected);
            return new ObjectiveVerdict(load, result)
                    .failure(causes)
                    .map(text -> "@HoldsObjective: " + text);
        }
    }

    private Optional<ObjectiveRun> run() throws IOException, InterruptedException {
        if (annotations.objective.isEmpty()) {
            return Optional.empty();
        }
        var objective = annotations.objective.get();
        var address = ServiceAddress.of(objective, context);
        var load = ObjectiveLoad.of(objective, address);
        var inspection =
                pid.map(id -> ProcessInspection.start(id, load.warmUp().plus(load.duration())));
        var result = load.run();
        return Optional.of(
                new ObjectiveRun(
                        address,
                        load,
                        result,
                        inspection.isPresent() ? inspection.get().await() : List.of()));
    }

    /// That of the service's process; empty where it is the one of this JVM, or none is named.
    private static Optional<Long> pid(ExtensionContext context) {
        return AnnotatedValue.of(ServicePid.class, context)
                .map(TestChecks::processId)
                .filter(pid -> pid != ProcessHandle.current().pid());
    }

    private static long processId(Object value) {
        return switch (value) {
            case Number number -> number.longValue();
            case ProcessHandle handle -> handle.pid();
            case Process process -> process.pid();
            default ->
                    throw new ExtensionConfigurationException(
                            "@ServicePid must be a number, a ProcessHandle or a Process, was %s"
                                    .formatted(value.getClass().getName()));
        };
    }
}
