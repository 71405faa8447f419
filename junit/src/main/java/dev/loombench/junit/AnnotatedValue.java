package dev.loombench.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/// The value of a field or method of a test class that has an annotation.
final class AnnotatedValue {
    private AnnotatedValue() {}

    /// The value in the innermost test class that has one, a derived class before its base; empty
    /// where none has.
    ///
    /// @throws ExtensionConfigurationException when it cannot be read, or is null
    static Optional<Object> of(Class<? extends Annotation> annotation, ExtensionContext context) {
        var instances =
                List.copyOf(context.getRequiredTestInstances().getAllInstances()).reversed();
        for (var instance : instances) {
            var value = of(annotation, instance);
            if (value.isPresent()) {
                return value;
            }
        }
        return Optional.empty();
    }

    private static Optional<Object> of(Class<? extends Annotation> annotation, Object instance) {
        var type = instance.getClass();
        for (var field :
                AnnotationSupport.findAnnotatedFields(
                        type, annotation, _ -> true, HierarchyTraversalMode.BOTTOM_UP)) {
            try {
                field.setAccessible(true);
                return Optional.of(required(field.get(instance), annotation, field.getName()));
            } catch (IllegalAccessException e) {
                throw unreadable(annotation, field.getName(), e);
            }
        }
        for (var method :
                AnnotationSupport.findAnnotatedMethods(
                        type, annotation, HierarchyTraversalMode.BOTTOM_UP)) {
            try {
                method.setAccessible(true);
                return Optional.of(required(method.invoke(instance), annotation, method.getName()));
            } catch (IllegalAccessException
                    | IllegalArgumentException
                    | InvocationTargetException e) {
                throw unreadable(annotation, method.getName(), e);
            }
        }
        return Optional.empty();
    }

    private static Object required(
            @Nullable Object value, Class<? extends Annotation> annotation, String member) {
        if (value == null) {
            throw new ExtensionConfigurationException(
                    "@%s %s is null; Quarkus, for one, injects into a test instance of its own: use a static field%s"
                            .formatted(
                                    annotation.getSimpleName(),
                                    member,
                                    annotation == ServiceUrl.class
                                            ? ", or url = \"http://localhost:8081\" of @HoldsObjective"
                                            : ""));
        }
        return value;
    }

    private static ExtensionConfigurationException unreadable(
            Class<? extends Annotation> annotation, String member, Exception cause) {
        return new ExtensionConfigurationException(
                "@%s %s cannot be read: it must be a field, or a method without parameters"
                        .formatted(annotation.getSimpleName(), member),
                cause);
    }
}
