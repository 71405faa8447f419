package dev.loombench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.engine.TestExecutionResult.Status;

/// Annotated tests of a service in this JVM, and how they end.
///
/// The classes with annotations are executed by these tests only: their names do not end in `Test`.
class LoombenchExtensionTest extends ServiceFixture {
    static final class Fast {
        @ServiceUrl
        int port() {
            return port;
        }

        @Test
        @HoldsObjective(value = "p99<9s", rate = 200, warmUp = "100ms", duration = "2s")
        void holds() {}
    }

    /// Where the machine cannot send what was requested, the load says nothing, and neither does
    /// this test.
    @Test
    void an_objective_that_holds_passes() {
        var ended = AnnotatedTests.run(Fast.class);
        assumeThat(ended.message()).doesNotContain("the load is no evidence");
        assertThat(ended.status()).as(ended.message()).isEqualTo(Status.SUCCESSFUL);
    }

    static final class TooStrict {
        @ServiceUrl final String url = "http://127.0.0.1:" + port;

        @Test
        @HoldsObjective(value = "p99<1us", rate = 200, warmUp = "100ms", duration = "2s")
        void cannot_hold() {}
    }

    /// No response over a socket takes a microsecond.
    @Test
    void an_objective_that_does_not_hold_fails_with_its_figures() {
        var ended = AnnotatedTests.run(TooStrict.class);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.message())
                .startsWith(
                        "@HoldsObjective: p99<1us does not hold at 200/s by GET http://127.0.0.1:")
                .contains("p99 is ", ", the limit 1.00 µs", ", median ")
                .containsPattern(" responses in [2-7]"); // not the 10 s by default
    }

    @Test
    void a_service_that_fails_fails_the_test_before_the_load() {
        status = 500;
        var ended = AnnotatedTests.run(Fast.class);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.message()).contains("GET http://127.0.0.1:").contains("500");
    }

    static final class TooFew {
        @ServiceUrl final int own = port;

        @Test
        @HoldsObjective(value = "p99<9s", rate = 10, duration = "1s")
        void has_too_few_requests() {}
    }

    /// Three of 300 requests may be slower than p99.
    @Test
    void too_few_requests_are_refused() {
        assertThat(AnnotatedTests.run(TooFew.class).message())
                .isEqualTo(
                        "@HoldsObjective: p99<9s needs at least 300 requests, and 1s at 10/s has 10: use a longer duration, or a higher rate");
    }

    static final class NoObjective {
        @ServiceUrl final int own = port;

        @Test
        @HoldsObjective(value = "fast", rate = 10)
        void is_wrong() {}
    }

    static final class Empty {
        @ServiceUrl final int own = port;

        @Test
        @HoldsObjective(
                value = {},
                rate = 100)
        void has_no_objective() {}
    }

    @Test
    void a_missing_objective_is_reported() {
        assertThat(AnnotatedTests.run(Empty.class).message())
                .startsWith("@HoldsObjective: value has no objective; expected p99<50ms");
    }

    static final class WithoutUnit {
        @ServiceUrl final int own = port;

        @Test
        @HoldsObjective(value = "p99<9s", rate = 200, warmUp = "5")
        void is_wrong() {}
    }

    @Test
    void an_attribute_that_is_no_duration_is_named() {
        assertThat(AnnotatedTests.run(WithoutUnit.class).message())
                .startsWith("@HoldsObjective: warmUp \"5\" has no unit");
    }

    static final class TwoCookies {
        @ServiceUrl final int own = port;

        @Test
        @HoldsObjective(
                value = "p99<9s",
                rate = 200,
                headers = {"Cookie: a=1", "Accept: */*", "cookie: b=2"})
        void has_two_cookies() {}
    }

    @Test
    void two_headers_of_one_name_are_refused() {
        assertThat(AnnotatedTests.run(TwoCookies.class).message())
                .isEqualTo("@HoldsObjective: header cookie was given twice");
    }

    @Test
    void a_wrong_objective_is_reported() {
        assertThat(AnnotatedTests.run(NoObjective.class).message())
                .startsWith("@HoldsObjective: value \"fast\" is no objective; expected p99<50ms");
    }

    @HoldsObjective(value = TOO_STRICT, rate = 200, warmUp = "100ms", duration = BRIEF)
    static final class TooStrictForAll {
        @ServiceUrl final int own = port;

        @Nested
        class Inner {
            @Test
            void cannot_hold() {}
        }
    }

    @Test
    void the_annotation_of_a_class_holds_for_nested_ones() {
        var ended = AnnotatedTests.run(TooStrictForAll.class);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.message()).startsWith("@HoldsObjective: p90<1us does not hold");
    }

    @HoldsObjective(value = TOO_STRICT, rate = 200, warmUp = "100ms", duration = BRIEF)
    abstract static class TooStrictBase {
        @ServiceUrl final int own = port;
    }

    static final class Derived extends TooStrictBase {
        @Test
        void cannot_hold() {}
    }

    @Test
    void the_annotation_of_a_base_class_holds_for_derived_ones() {
        var ended = AnnotatedTests.run(Derived.class);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.message()).startsWith("@HoldsObjective: p90<1us does not hold");
    }

    static final class TooStrictFactory {
        @ServiceUrl final int own = port;

        @TestFactory
        @HoldsObjective(value = TOO_STRICT, rate = 200, warmUp = "100ms", duration = BRIEF)
        DynamicTest cannot_hold() {
            return DynamicTest.dynamicTest("one", () -> {});
        }
    }

    @Test
    void each_test_of_a_factory_is_checked() {
        var ended = AnnotatedTests.run(TooStrictFactory.class);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.message()).startsWith("@HoldsObjective: p90<1us does not hold");
    }

    static final class EmptyFactory {
        @TestFactory
        @HoldsObjective(value = "p99<9s", rate = 200)
        List<DynamicTest> has_none() {
            return List.of();
        }
    }

    /// Nothing would be measured, and the build green.
    @Test
    void a_factory_without_tests_fails() {
        var ended = AnnotatedTests.run(EmptyFactory.class);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.message()).startsWith("the factory has_none made no dynamic test");
    }

    static final class TooStrictTemplate {
        @ServiceUrl final int own = port;

        @RepeatedTest(1)
        @HoldsObjective(value = TOO_STRICT, rate = 200, warmUp = "100ms", duration = BRIEF)
        void cannot_hold() {}
    }

    @Test
    void each_invocation_of_a_template_is_checked() {
        var ended = AnnotatedTests.run(TooStrictTemplate.class);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.message()).startsWith("@HoldsObjective: p90<1us does not hold");
    }

    /// Calls the method itself and skips the interceptors after it, as the extension of Quarkus.
    static final class CallsItself implements InvocationInterceptor {
        @Override
        public void interceptTestMethod(
                Invocation<@Nullable Void> invocation,
                ReflectiveInvocationContext<Method> invocationContext,
                ExtensionContext extensionContext)
                throws Throwable {
            var _ =
                    invocationContext
                            .getExecutable()
                            .invoke(extensionContext.getRequiredTestInstance());
            invocation.skip();
        }
    }

    @ExtendWith(CallsItself.class)
    static final class CalledByAnother {
        @ServiceUrl final int own = port;

        @Test
        @HoldsObjective(value = TOO_STRICT, rate = 200, warmUp = "100ms", duration = BRIEF)
        void cannot_hold() {}
    }

    @Test
    void a_method_that_another_extension_calls_is_checked() {
        var ended = AnnotatedTests.run(CalledByAnother.class);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.message()).startsWith("@HoldsObjective: p90<1us does not hold");
    }

    static final class Broken {
        @Test
        @HoldsObjective(value = "p99<9s", rate = 200)
        void has_no_address_and_fails() {
            throw new IllegalStateException("of the body");
        }
    }

    /// The missing address of its load would be a second failure.
    @Test
    void a_test_that_fails_is_not_put_under_load() {
        var ended = AnnotatedTests.run(Broken.class);
        assertThat(ended.message()).isEqualTo("of the body");
        assertThat(ended.suppressed()).isZero();
    }

    static final class WithoutSetup {
        @BeforeEach
        void prepare() {
            throw new IllegalStateException("of the setup");
        }

        @Test
        @HoldsObjective(value = "p99<9s", rate = 200)
        void has_no_address() {}
    }

    /// As the one above.
    @Test
    void a_test_whose_setup_fails_is_not_put_under_load() {
        var ended = AnnotatedTests.run(WithoutSetup.class);
        assertThat(ended.message()).isEqualTo("of the setup");
        assertThat(ended.suppressed()).isZero();
    }
}
