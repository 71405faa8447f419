package dev.loombench.observe.profile;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// Names of frames that are equal in every process that runs the same code.
///
/// | in a process | here |
/// |---|---|
/// | `Cart$$Lambda/0x00007f31c4003c00.apply`, `Cart$$Lambda$14/0x0000000800c03c00.apply` | `Cart$$Lambda.apply` |
/// | `Cart.lambda$total$3`, `Cart$$SpringCGLIB$$0.CGLIB$total$3` | `Cart.lambda$total`, `Cart$$SpringCGLIB.CGLIB$total` |
/// | `java.lang.invoke.LambdaForm$DMH/0x00007f31c4003c00.invokeStatic` | `java.lang.invoke.LambdaForm$DMH.invokeStatic` |
/// | `jdk.internal.reflect.GeneratedMethodAccessor12.invoke` | `jdk.internal.reflect.GeneratedMethodAccessor.invoke` |
/// | `Cart$$SpringCGLIB$$0.total`, `Cart$$EnhancerBySpringCGLIB$$5f1b2c3d.total` | `Cart$$SpringCGLIB.total`, `Cart$$EnhancerBySpringCGLIB.total` |
/// | `Cart$$EnhancerByGuice$$1b6f529d.total`, `Cart_$$_jvst9b1_0.total` of Javassist | `Cart$$EnhancerByGuice.total`, `Cart_$$_jvst.total` |
/// | `Cart$HibernateProxy$aB3xY.total`, `Cart$auxiliary$aB3xY.total` of Byte Buddy | `Cart$HibernateProxy.total`, `Cart$auxiliary.total` |
/// | `jdk.proxy2.$Proxy41.total` | `jdk.proxy.$Proxy.total` |
/// | `spel.Ex41.getValue`, an expression that Spring compiled | `spel.Ex.getValue` |
/// | `Cart.total_[j]`, a profiler's mark of how it was compiled | `Cart.total` |
/// | `G1ParCopyClosure::do_oop(oopDesc**)` | `G1ParCopyClosure::do_oop` |
/// | `__libc_malloc` of the class `libc.so.6`, which async-profiler gives to native functions | `__libc_malloc` |
///
/// Semicolons and control characters, which separate frames in files, are replaced.
final class FrameName {
    private static final Pattern ADDRESS = Pattern.compile("[/.+]0x[0-9a-fA-F]+(/\\d+)?$");
    private static final Pattern LAMBDA_CLASS =
            Pattern.compile("\\$\\$Lambda(\\$\\d+)?([/.+][0-9a-fA-Fx/]+)?$");
    private static final Pattern ACCESSOR =
            Pattern.compile(
                    "(Generated(Method|Constructor|SerializationConstructor)Accessor|^spel\\.Ex)\\d+$");
    private static final Pattern CGLIB =
            Pattern.compile(
                    "(\\$\\$[A-Za-z]*(CGLIB|ByGuice)(\\$\\$FastClass)?)\\$\\$[0-9a-fA-F$]+$");
    private static final Pattern JAVASSIST = Pattern.compile("(_\\$\\$_jvst)[0-9a-z]+(_\\w+)?$");
    private static final Pattern PROXY = Pattern.compile("^.*\\.\\$Proxy\\d+$");
    private static final Pattern GENERATED =
            Pattern.compile(
                    "(\\$(ByteBuddy|Hibernate(Proxy|Instantiator|AccessOptimizer)|MockitoMock|auxiliary))\\$\\w+$");
    private static final Pattern NUMBERED = Pattern.compile("^((lambda|CGLIB)\\$.+)\\$\\d+$");
    private static final Pattern COMPILED = Pattern.compile("_\\[[0-9a-z]\\]$");
    private static final Pattern NATIVE_LIBRARY =
            Pattern.compile("^.*\\.(so|dylib)(\\.\\d+)*$|^\\[\\w+\\]$");
    private static final Pattern SEPARATORS = Pattern.compile("[;\\p{Cntrl}]");

    private record Method(String type, String name) {}

    private final Map<Method, String> known = new HashMap<>();

    /// The name of a frame; each method is normalised once.
    ///
    /// @param type its class, as in `com.shop.Cart`; empty or a library for native code
    /// @param method as in `total`
    String of(String type, String method) {
        return known.computeIfAbsent(new Method(type, method), FrameName::normalised);
    }

    private static String normalised(Method method) {
        var name = COMPILED.matcher(method.name).replaceFirst("");
        var text =
                method.type.isEmpty() || NATIVE_LIBRARY.matcher(method.type).matches()
                        ? withoutParameters(name)
                        : type(method.type) + "." + NUMBERED.matcher(name).replaceFirst("$1");
        var safe = SEPARATORS.matcher(text).replaceAll("?").strip();
        return safe.isEmpty() ? "[unknown]" : safe;
    }

    private static String type(String type) {
        if (PROXY.matcher(type).matches()) {
            return "jdk.proxy.$Proxy";
        }
        var name = LAMBDA_CLASS.matcher(type).replaceFirst("\\$\\$Lambda");
        name = ADDRESS.matcher(name).replaceFirst("");
        name = ACCESSOR.matcher(name).replaceFirst("$1");
        name = CGLIB.matcher(name).replaceFirst("$1");
        name = JAVASSIST.matcher(name).replaceFirst("$1");
        return GENERATED.matcher(name).replaceFirst("$1");
    }

    /// A function of C++ without its parameters, whose types may hold spaces.
    private static String withoutParameters(String function) {
        int open = function.indexOf('(');
        return open > 0 ? function.substring(0, open) : function;
    }
}
