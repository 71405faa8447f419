package dev.loombench.zoo.work;

import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;

/// What `/init` defines anew for each request: its initialiser sleeps for as many milliseconds as
/// it was given when it was defined. Never used under its own name.
final class SlowInitializer {
    static {
        try {
            Thread.sleep(
                    MethodHandles.classData(
                            MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME, Integer.class));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // an initialiser throws nothing that is checked
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private SlowInitializer() {}
}
