package dev.loombench;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A Java agent as that of an APM: it changes the responses of a [SampleService], each of which
/// then costs [#COST_NANOS] of CPU more, whatever the speed of the machine.
public final class SampleAgent {
    /// CPU time that it adds to each response, ns.
    public static final long COST_NANOS = 3_000_000;

    /// Its class must not be loaded here, where it would not be changed.
    private static final String SERVICE = "dev/loombench/SampleService";

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private SampleAgent() {}

    /// Writes the jar that `-javaagent` loads.
    public static Path jar(Path file) throws IOException {
        return SampleJar.ofClasses(
                file,
                Map.of("Premain-Class", SampleAgent.class.getName()),
                SampleAgent.class,
                Change.class,
                Prologue.class);
    }

    /// Called by the JVM.
    public static void premain(String options, Instrumentation jvm) {
        System.out.println("agent with " + options);
        jvm.addTransformer(new Change());
    }

    /// Called by the changed service.
    public static void spend() {
        long end = THREADS.getCurrentThreadCpuTime() + COST_NANOS;
        while (THREADS.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static final class Change implements ClassFileTransformer {
        @Override
        public byte @Nullable [] transform(
                @Nullable ClassLoader loader,
                String name,
                @Nullable Class<?> redefined,
                @Nullable ProtectionDomain domain,
                byte[] bytes) {
            if (!name.equals(SERVICE)) {
                return null;
            }
            var format = ClassFile.of();
            return format.transformClass(
                    format.parse(bytes),
                    ClassTransform.transformingMethodBodies(
                            method -> method.methodName().equalsString("respond"), new Prologue()));
        }
    }

    private static final class Prologue implements CodeTransform {
        @Override
        public void atStart(CodeBuilder code) {
            code.invokestatic(
                    ClassDesc.of(SampleAgent.class.getName()),
                    "spend",
                    MethodTypeDesc.of(ConstantDescs.CD_void));
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            code.with(element);
        }
    }
}
