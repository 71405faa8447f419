package dev.loombench.junit;

import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.platform.commons.support.AnnotationSupport;

/// Runs a test with the checks that its annotations name: watches carriers and pinned waits while
/// the body of the test runs and then, where it has an objective, its load.
///
/// An annotation of the method replaces that of the class, and that of a nested class the one of
/// the class around it. Of a factory, each dynamic test is checked, and it must make one.
///
/// Callbacks around a test, and no interceptor of its method: an extension that calls the method
/// itself, as that of Quarkus, skips the interceptors that were registered after it. Dynamic tests
/// have no callbacks.
public final class LoombenchExtension
        implements BeforeTestExecutionCallback, AfterTestExecutionCallback, InvocationInterceptor {
    private static final Namespace NAMESPACE = Namespace.create(LoombenchExtension.class);

    /// Created by JUnit.
    public LoombenchExtension() {}

    @Override
    public void beforeTestExecution(ExtensionContext context) {
        if (isFactory(context)) {
            store(context).put(DynamicTests.class, new DynamicTests(new AtomicInteger()));
        } else {
            store(context).put(TestChecks.class, TestChecks.start(context, annotations(context)));
        }
    }

    /// A test that has failed already is not put under load.
    @Override
    public void afterTestExecution(ExtensionContext context) throws Exception {
        if (isFactory(context)) {
            requireChecked(context);
            return;
        }
        var started = store(context).remove(TestChecks.class, TestChecks.class);
        if (started != null) {
            try (var checks = started) {
                if (context.getExecutionException().isEmpty()) {
                    checks.end();
                }
            }
        }
    }

    @Override
    public void interceptDynamicTest(
            Invocation<@Nullable Void> invocation,
            DynamicTestInvocationContext invocationContext,
            ExtensionContext extensionContext)
            throws Throwable {
        var factory = ofFactory(extensionContext);
        dynamicTests(factory).ifPresent(tests -> tests.checked.incrementAndGet());
        try (var checks = TestChecks.start(factory, annotations(factory))) {
            invocation.proceed();
            checks.end();
        }
    }

    /// The dynamic tests of a factory that have been checked.
    private record DynamicTests(AtomicInteger checked) {}

    private static boolean isFactory(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getRequiredTestMethod(), TestFactory.class);
    }

    private static Optional<DynamicTests> dynamicTests(ExtensionContext factory) {
        return Optional.ofNullable(store(factory).get(DynamicTests.class, DynamicTests.class));
    }

    /// @throws AssertionError when a factory has made no test, and so shows nothing
    private static void requireChecked(ExtensionContext factory) {
        boolean none = dynamicTests(factory).filter(tests -> tests.checked.get() == 0).isPresent();
        if (none && factory.getExecutionException().isEmpty()) {
            throw new AssertionError(
                    "the factory %s made no dynamic test, so nothing was checked: return at least one, or remove the annotation"
                            .formatted(factory.getRequiredTestMethod().getName()));
        }
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(NAMESPACE);
    }

    /// The context of the method that made a dynamic test, which has no method of its own.
    private static ExtensionContext ofFactory(ExtensionContext dynamic) {
        var context = dynamic;
        while (context.getTestMethod().isEmpty()) {
            context = context.getParent().orElseThrow();
        }
        return context;
    }

    private static TestChecks.Annotations annotations(ExtensionContext context) {
        return new TestChecks.Annotations(
                annotation(HoldsObjective.class, context),
                annotation(NoBlockedCarrier.class, context),
                annotation(NoPinning.class, context));
    }

    private static <A extends Annotation> Optional<A> annotation(
            Class<A> type, ExtensionContext context) {
        var found = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), type);
        // A nested test of a base class has an instance of the derived one around it.
        var around = context.getRequiredTestInstances().getAllInstances();
        for (var instance : List.copyOf(around).reversed()) {
            if (found.isEmpty()) {
                found = AnnotationSupport.findAnnotation(instance.getClass(), type);
            }
        }
        return found;
    }
}
