package dev.loombench.governor.agent;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/// A public method of a class that the agent cannot link to, because only the server's class loader
/// sees it.
record PublicMethod(Method method) {

    /// @throws IllegalStateException if there is none
    static PublicMethod of(Class<?> owner, String name, Class<?>... parameters) {
        try {
            return new PublicMethod(owner.getMethod(name, parameters));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("there is no method " + e.getMessage(), e);
        }
    }

    /// @throws IllegalStateException if there is none
    static Class<?> type(Class<?> neighbour, String name) {
        try {
            return Class.forName(name, false, neighbour.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("there is no class " + name, e);
        }
    }

    /// @param target null for a static method
    /// @throws IllegalStateException if the method throws
    @Nullable Object call(@Nullable Object target, @Nullable Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(method + " failed", e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot call " + method, e);
        }
    }

    int callInt(@Nullable Object target) {
        return call(target) instanceof Integer number ? number : 0;
    }

    /// The text that the method returns; empty if it returns null.
    String callText(@Nullable Object target) {
        var text = call(target);
        return text == null ? "" : text.toString();
    }
}
