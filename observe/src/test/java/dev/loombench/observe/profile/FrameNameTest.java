package dev.loombench.observe.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameNameTest {
    private final FrameName names = new FrameName();

    @ParameterizedTest
    @CsvSource({
        "com.shop.Cart, total, com.shop.Cart.total",
        "com.shop.Cart, <init>, com.shop.Cart.<init>",
        "com.shop.Cart$Item, total, com.shop.Cart$Item.total",
        "com.shop.Cart, total_[j], com.shop.Cart.total",
        "com.shop.Cart, lambda$total$3, com.shop.Cart.lambda$total",
        "com.shop.Cart, lambda$new$12, com.shop.Cart.lambda$new",
        "com.shop.Cart$$Lambda/0x00007f31c4003c00, apply, com.shop.Cart$$Lambda.apply",
        "com.shop.Cart$$Lambda.0x00007f31c4003c00, apply, com.shop.Cart$$Lambda.apply",
        "com.shop.Cart$$Lambda$14/0x0000000800c03c00, apply, com.shop.Cart$$Lambda.apply",
        "com.shop.Cart$$Lambda$14/1234567, apply, com.shop.Cart$$Lambda.apply",
        "java.lang.invoke.LambdaForm$DMH.0x00007f31c400, invokeStatic, java.lang.invoke.LambdaForm$DMH.invokeStatic",
        "jdk.internal.reflect.GeneratedMethodAccessor12, invoke, jdk.internal.reflect.GeneratedMethodAccessor.invoke",
        "com.shop.Cart$$SpringCGLIB$$0, total, com.shop.Cart$$SpringCGLIB.total",
        "com.shop.Cart$$SpringCGLIB$$FastClass$$1, invoke, com.shop.Cart$$SpringCGLIB$$FastClass.invoke",
        "com.shop.Cart$$EnhancerBySpringCGLIB$$5f1b2c3d, total, com.shop.Cart$$EnhancerBySpringCGLIB.total",
        "jdk.proxy2.$Proxy41, total, jdk.proxy.$Proxy.total",
        "com.sun.proxy.$Proxy7, total, jdk.proxy.$Proxy.total",
        "com.shop.Item$HibernateProxy$aB3xY, price, com.shop.Item$HibernateProxy.price",
        "com.shop.Item$HibernateAccessOptimizer$aB3xY, getPropertyValues, com.shop.Item$HibernateAccessOptimizer.getPropertyValues",
        "com.shop.Item$auxiliary$aB3xY, call, com.shop.Item$auxiliary.call",
        "com.shop.Cart$$EnhancerByGuice$$1b6f529d, total, com.shop.Cart$$EnhancerByGuice.total",
        "com.shop.Cart_$$_jvst9b1_0, total, com.shop.Cart_$$_jvst.total",
        "com.shop.Cart$$SpringCGLIB$$0, CGLIB$total$3, com.shop.Cart$$SpringCGLIB.CGLIB$total",
        "spel.Ex41, getValue, spel.Ex.getValue"
    })
    void methods_have_the_same_name_in_every_process(String type, String method, String name) {
        assertThat(names.of(type, method)).isEqualTo(name);
    }

    @Test
    void native_functions_have_no_parameters() {
        assertThat(names.of("", "G1ParCopyClosure::do_oop(oopDesc**, int)"))
                .isEqualTo("G1ParCopyClosure::do_oop");
        assertThat(names.of("", "__write")).isEqualTo("__write");
        assertThat(names.of("libc.so.6", "__write")).isEqualTo("__write");
        assertThat(names.of("libjvm.so", "Thread::call_run")).isEqualTo("Thread::call_run");
        assertThat(names.of("libjvm.dylib", "Thread::call_run")).isEqualTo("Thread::call_run");
        assertThat(names.of("[vdso]", "clock_gettime")).isEqualTo("clock_gettime");
        assertThat(names.of("com.shop.so.Cart", "total")).isEqualTo("com.shop.so.Cart.total");
        assertThat(names.of("", "(anonymous namespace)::run"))
                .isEqualTo("(anonymous namespace)::run");
        assertThat(names.of("", "")).isEqualTo("[unknown]");
    }

    @Test
    void separators_of_the_file_are_replaced() {
        assertThat(names.of("a.B", "c;d\ne")).isEqualTo("a.B.c?d?e");
    }
}
