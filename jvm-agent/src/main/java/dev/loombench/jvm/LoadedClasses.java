package dev.loombench.jvm;

import java.lang.instrument.Instrumentation;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/// What the classes that this JVM has loaded show. None of the application's is loaded or
/// initialised for it, and no name of a class is read: it stays in memory from then on.
///
/// They are listed without a stop of the threads, but under locks of the JVM, for whose end another
/// stop and the loading of classes wait (`JvmtiGetLoadedClasses` of HotSpot).
final class LoadedClasses {
    /// Its only subclass is loaded with the first virtual thread.
    private static final String CONTINUATION = "jdk.internal.vm.Continuation";

    private LoadedClasses() {}

    /// Whether a virtual thread has been created. The classes of threads do not show it, which each
    /// JVM loads, nor do carriers, which end once they have nothing to do.
    static boolean ranVirtualThreads(Instrumentation jvm) {
        Class<?> continuation;
        try {
            continuation = Class.forName(CONTINUATION, false, ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException beforeJdk19) {
            return false;
        }
        for (Class<?> type : jvm.getAllLoadedClasses()) {
            if (type != continuation && continuation.isAssignableFrom(type)) {
                return true;
            }
        }
        return false;
    }

    /// @param packages their names, with a blank between them
    /// @return those in which a class loader has defined a class
    static String packages(Instrumentation jvm, String packages) {
        var loaders = loaders(jvm);
        var found = new StringBuilder();
        for (var name : packages.split(" ", -1)) {
            if (loaders.stream().anyMatch(loader -> loader.getDefinedPackage(name) != null)) {
                found.append(found.length() == 0 ? "" : " ").append(name);
            }
        }
        return found.toString();
    }

    /// Class loaders of the application may define equality.
    private static Set<ClassLoader> loaders(Instrumentation jvm) {
        Set<ClassLoader> loaders = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Class<?> type : jvm.getAllLoadedClasses()) {
            var loader = type.getClassLoader();
            if (loader != null) {
                loaders.add(loader);
            }
        }
        return loaders;
    }
}
