package dev.loombench.junit;

import dev.loombench.load.result.LoadResult;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/// Runs a test with the checks that its annotations name: watches carriers and pinned waits while
/// the body of the test runs and then, where it has an objective, its load.
///
/// An annotation of the method replaces that of the class, and that of a nested class the one of
/// the class around it. Of a factory, each dynamic test is checked.
public final class LoombenchExtension implements InvocationInterceptor {
    /// Created by JUnit.
    public LoombenchExtension() {}

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> invocationContext,
            ExtensionContext extensionContext)
            throws Throwable {
        intercept(invocation, extensionContext);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> invocationContext,
            ExtensionContext extensionContext)
            throws Throwable {
        intercept(invocation, extensionContext);
    }

    @Override
    public void interceptDynamicTest(
            Invocation<@Nullable Void> invocation,
            DynamicTestInvocationContext invocationContext,
            ExtensionContext extensionContext)
            throws Throwable {
        intercept(invocation, ofFactory(extensionContext));
    }

    /// The context of the method that made a dynamic test, which has no method of its own.
    private static ExtensionContext ofFactory(ExtensionContext dynamic) {
        var context = dynamic;
        while (context.getTestMethod().isEmpty()) {
            context = context.getParent().orElseThrow();
        }
        return context;
    }

    private static void intercept(Invocation<@Nullable Void> invocation, ExtensionContext context)
            throws Throwable {
        var objective = annotation(HoldsObjective.class, context);
        var carriers = annotation(NoBlockedCarrier.class, context);
        var pinning = annotation(NoPinning.class, context);
        var pid = pid(context);
        if (carriers.isPresent() || pinning.isPresent()) {
            requireOwnJvm(pid, carriers.isPresent());
        }
        var limits = limits(carriers, pinning);
        try (var carrierWatch = carrierWatch(objective, carriers, pid);
                var pinningWatch = pinning.isPresent() ? PinningWatch.start(limits.pinned) : null) {
            invocation.proceed();
            var run = run(objective, context, pid);
            var failures = new ArrayList<String>();
            if (carrierWatch != null) {
                var blocked = carrierWatch.end();
                carriers.flatMap(c -> blocked(blocked, c, limits))
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
        }
    }

    /// @param blocked of [NoBlockedCarrier], and `pinned` of [NoPinning]; 0 without it
    private record Limits(Duration blocked, Duration pinned) {}

    private static Limits limits(Optional<NoBlockedCarrier> carriers, Optional<NoPinning> pinning) {
        try {
            return new Limits(
                    Units.duration(carriers.map(NoBlockedCarrier::longerThan).orElse("0s")),
                    Units.duration(pinning.map(NoPinning::longerThan).orElse("0s")));
        } catch (WrongInput e) {
            throw new ExtensionConfigurationException("longerThan: " + e.getMessage(), e);
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
            Optional<HoldsObjective> objective,
            Optional<NoBlockedCarrier> carriers,
            Optional<Long> pid) {
        boolean watched = carriers.isPresent() || (objective.isPresent() && pid.isEmpty());
        return watched && OwnCarriers.unavailable().isEmpty()
                ? CarrierWatch.start(!carriers.map(NoBlockedCarrier::evenIfOthersRun).orElse(false))
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
    private record ObjectiveRun(ObjectiveLoad load, LoadResult result, List<String> inspected) {
        Optional<String> failure(Optional<String> blocked) {
            var causes = new ArrayList<>(blocked.stream().toList());
            causes.addAll(inspected);
            return new ObjectiveVerdict(load, result)
                    .failure(causes)
                    .map(text -> "@HoldsObjective: " + text);
        }
    }

    private static Optional<ObjectiveRun> run(
            Optional<HoldsObjective> objective, ExtensionContext context, Optional<Long> pid)
            throws IOException, InterruptedException {
        if (objective.isEmpty()) {
            return Optional.empty();
        }
        var address = ServiceAddress.of(objective.get(), context);
        var load = ObjectiveLoad.of(objective.get(), address);
        var inspection =
                pid.map(id -> ProcessInspection.start(id, load.warmUp().plus(load.duration())));
        var result = load.run();
        return Optional.of(
                new ObjectiveRun(
                        load,
                        result,
                        inspection.isPresent() ? inspection.get().await() : List.of()));
    }

    private static Optional<Long> pid(ExtensionContext context) {
        return AnnotatedValue.of(ServicePid.class, context)
                .map(value ->
                        switch (value) {
                            case Number number -> number.longValue();
                            case ProcessHandle handle -> handle.pid();
                            case Process process -> process.pid();
                            default ->
                                    throw new ExtensionConfigurationException(
                                            "@ServicePid must be a number, a ProcessHandle or a Process, was %s"
                                                    .formatted(value.getClass().getName()));
                        });
    }

    private static <A extends Annotation> Optional<A> annotation(
            Class<A> type, ExtensionContext context) {
        var found = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), type);
        var of = context.getTestClass();
        while (found.isEmpty() && of.isPresent()) {
            found = AnnotationSupport.findAnnotation(of.get(), type);
            of = of.flatMap(LoombenchExtension::around);
        }
        return found;
    }

    /// The class around a nested one; of another, the class around it is only its place.
    private static Optional<Class<?>> around(Class<?> of) {
        return Modifier.isStatic(of.getModifiers())
                ? Optional.empty()
                : Optional.ofNullable(of.getEnclosingClass());
    }
}
