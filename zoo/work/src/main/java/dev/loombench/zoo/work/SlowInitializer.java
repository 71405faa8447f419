package dev.loombench.zoo.work;

import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;

/// The class that `/init` defines again for each request, as a hidden class. Its initialiser sleeps
/// for the milliseconds in its class data. Never used under its own name.
final class SlowInitializer {
    static {
        try {
            Thread.sleep(
                    MethodHandles.classData(
                            MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME, Integer.class));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // an initialiser cannot throw a checked exception
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private SlowInitializer() {}
}
