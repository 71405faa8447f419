package dev.loombench.governor.agent;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PROTECTED;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;

import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Changes the methods of web servers while their classes are loaded.
///
/// The method is kept under another name, with its code as it is. A new one takes its place, which
/// asks the gate and calls the kept one if the request may pass.
final class RequestMethods {
    private static final String KEPT = "$admitted";
    private static final ClassDesc GATE = ClassDesc.of(RequestGate.class.getName());

    private RequestMethods() {}

    static ClassFileTransformer transformer() {
        return new Transformer();
    }

    private static final class Transformer implements ClassFileTransformer {
        /// The JVM swallows the exceptions of a transformer, so they are reported here.
        @Override
        public byte @Nullable [] transform(
                @Nullable ClassLoader loader,
                @Nullable String name,
                @Nullable Class<?> loaded,
                @Nullable ProtectionDomain domain,
                byte[] bytes) {
            if (loaded != null || loader == null || name == null) {
                return null; // another agent changes a class that is loaded, or a class of the JDK
            }
            for (var method : RequestMethod.values()) {
                if (method.owner().equals(name)) {
                    return changed(method, loader, bytes);
                }
            }
            return null;
        }
    }

    private static byte @Nullable [] changed(
            RequestMethod method, ClassLoader loader, byte[] bytes) {
        try {
            if (Class.forName(RequestGate.class.getName(), false, loader) != RequestGate.class) {
                return notLimited(method, "its class loader has another copy of the governor");
            }
            var changed = changed(method, classFile(loader), bytes);
            if (changed != null) {
                RequestGate.changed(method);
            }
            return changed;
        } catch (ClassNotFoundException e) {
            return notLimited(method, "its class loader does not see the agent");
        } catch (RuntimeException | LinkageError e) {
            return notLimited(method, e.toString());
        }
    }

    private static ClassFile classFile(ClassLoader loader) {
        return ClassFile.of(
                ClassFile.ClassHierarchyResolverOption.of(
                        ClassHierarchyResolver.ofResourceParsing(loader)
                                .orElse(ClassHierarchyResolver.defaultResolver())));
    }

    private static byte @Nullable [] changed(RequestMethod method, ClassFile file, byte[] bytes) {
        var model = file.parse(bytes);
        if (model.methods().stream().noneMatch(each -> matches(method, each))) {
            return notLimited(method, "it has no method " + method.method() + method.descriptor());
        }
        var owner = model.thisClass().asSymbol();
        return file.transformClass(
                model,
                (builder, element) -> {
                    if (element instanceof MethodModel found && matches(method, found)) {
                        keep(builder, found);
                        replace(builder, owner, found, method.gate());
                    } else {
                        builder.with(element);
                    }
                });
    }

    private static boolean matches(RequestMethod method, MethodModel found) {
        return found.methodName().equalsString(method.method())
                && found.methodType().equalsString(method.descriptor());
    }

    private static void keep(ClassBuilder builder, MethodModel method) {
        int visible = ACC_PUBLIC | ACC_PROTECTED | ACC_FINAL;
        int flags = (method.flags().flagsMask() & ~visible) | ACC_PRIVATE | ACC_SYNTHETIC;
        builder.withMethod(
                method.methodName().stringValue() + KEPT,
                method.methodTypeSymbol(),
                flags,
                kept ->
                        method.forEach(element -> {
                            if (!(element instanceof AccessFlags)) {
                                kept.with(element);
                            }
                        }));
    }

    private static void replace(
            ClassBuilder builder, ClassDesc owner, MethodModel method, String gate) {
        int flags = method.flags().flagsMask();
        var name = method.methodName().stringValue();
        var type = method.methodTypeSymbol();
        builder.withMethodBody(
                name,
                type,
                flags,
                code -> {
                    boolean isStatic = (flags & ACC_STATIC) != 0;
                    var rejected = code.newLabel();
                    int passed = load(code, isStatic, type);
                    code.invokestatic(GATE, gate, gateType(passed));
                    code.ifeq(rejected);
                    load(code, isStatic, type);
                    if (isStatic) {
                        code.invokestatic(owner, name + KEPT, type);
                    } else {
                        code.invokespecial(owner, name + KEPT, type);
                    }
                    boolean returnsBoolean = type.returnType().equals(ConstantDescs.CD_boolean);
                    if (returnsBoolean) {
                        code.ireturn();
                    } else {
                        code.return_();
                    }
                    code.labelBinding(rejected);
                    if (returnsBoolean) {
                        code.iconst_1().ireturn(); // handled: the gate has responded
                    } else {
                        code.return_();
                    }
                });
    }

    /// Loads the object, if the method is not static, and its arguments, all of which are objects.
    ///
    /// @return number of loaded values
    private static int load(CodeBuilder code, boolean isStatic, MethodTypeDesc type) {
        if (!isStatic) {
            code.aload(code.receiverSlot());
        }
        for (int i = 0; i < type.parameterCount(); i++) {
            code.aload(code.parameterSlot(i));
        }
        return type.parameterCount() + (isStatic ? 0 : 1);
    }

    private static MethodTypeDesc gateType(int parameters) {
        var objects = new ArrayList<ClassDesc>();
        for (int i = 0; i < parameters; i++) {
            objects.add(ConstantDescs.CD_Object);
        }
        return MethodTypeDesc.of(ConstantDescs.CD_boolean, objects);
    }

    /// Leaves the class as it is.
    private static byte @Nullable [] notLimited(RequestMethod method, String reason) {
        RequestGate.doesNotLimit(
                "cannot change %s: %s; the requests of a %s with this class are not limited"
                        .formatted(method.owner().replace('/', '.'), reason, method.server()));
        return null;
    }
}
