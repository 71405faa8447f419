package dev.loombench.jvm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Replies to requests for figures as lines of text: without JMX and serialization it loads a tenth
/// of the classes.
///
/// | request | reply |
/// |---|---|
/// | `jvm` | `ok VERSION TAB VENDOR TAB VM_NAME TAB PARALLELISM TAB PROCESSORS TAB MAX_HEAP TAB PUBLISHES` |
/// | `threads` | `ok COUNT` of platform threads |
/// | `frames` | `ok COUNT` of frames of their stacks, about |
/// | `stacks PATH` | `ok`: their stacks are in that file ([ThreadStacks]) |
/// | `owners ID ...` | `ok` and the owners of the locks that these threads wait for ([ThreadStacks]) |
/// | `sample fast` | `ok KEY=VALUE TAB ...`: the heap |
/// | `sample all` | the same with collections, pools of memory, threads ([ManagementFigures]) |
/// | `sample fast scheduler`, `sample all scheduler` | the same with the scheduler of virtual threads |
/// | `collections` | `ok KEY=VALUE TAB ...`: collectors, and the heap in use after collections |
/// | `direct` | `ok BYTES` of direct buffers |
/// | `limits` | `ok KEY=VALUE TAB ...`: other memory outside the heap, and its limits |
/// | `thread-locals N JAR` | `ok` and what [ThreadLocalWalk], from that jar, finds in N virtual threads |
/// | `executors JAR` | `ok` and what [ExecutorWalk], from that jar, finds |
/// | `virtual` | `ok true` where a virtual thread has been created ([LoadedClasses]) |
/// | `loaded PACKAGE ...` | `ok PACKAGE ...`: those of which a class is loaded |
/// | `record KEY=VALUE TAB ...` | `ok`: a recording of Flight Recorder has begun |
/// | `stop PATH` | `ok`: it has ended and is in that file |
///
/// Any reply may be `failed REASON`. A recording ends with the connection, however the lab ends.
final class FigureAgent implements Runnable {
    private final LabConnection lab;
    private final Instrumentation jvm;
    private @Nullable AutoCloseable recording;
    private @Nullable URLClassLoader walk;

    FigureAgent(LabConnection lab, Instrumentation jvm) {
        this.lab = lab;
        this.jvm = jvm;
    }

    @Override
    public void run() {
        try (lab) {
            var in = new BufferedReader(new InputStreamReader(lab.in, UTF_8));
            var out = new OutputStreamWriter(lab.out, UTF_8);
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                reply(out, line);
            }
        } catch (IOException disconnected) {
            return; // the lab has disconnected or ended
        } finally {
            discard();
            closeWalk();
        }
    }

    private void reply(Writer out, String line) throws IOException {
        int space = line.indexOf(' ');
        var name = space < 0 ? line : line.substring(0, space);
        var argument = space < 0 ? "" : line.substring(space + 1);
        out.write(reply(name, argument).replace('\n', ' ') + "\n");
        out.flush();
    }

    private String reply(String name, String argument) {
        try {
            switch (name) {
                case "jvm":
                    return "ok " + jvm();
                case "threads":
                    return "ok " + threads();
                case "frames":
                    return "ok " + ThreadStacks.frames();
                case "stacks":
                    ThreadStacks.write(argument);
                    return "ok";
                case "owners":
                    return "ok " + ThreadStacks.owners(argument);
                case "sample":
                    return "ok " + sample(argument);
                case "collections":
                    return "ok " + ManagementFigures.collections();
                case "direct":
                    return "ok " + ManagementFigures.directBytes();
                case "limits":
                    return "ok " + ManagementFigures.limits();
                case "thread-locals":
                    int blank = argument.indexOf(' ');
                    return "ok "
                            + threadLocals(
                                    Integer.parseInt(argument.substring(0, blank)),
                                    argument.substring(blank + 1));
                case "executors":
                    return "ok " + executors(argument);
                case "virtual":
                    return "ok " + LoadedClasses.ranVirtualThreads(jvm);
                case "loaded":
                    return "ok " + LoadedClasses.packages(jvm, argument);
                case "record":
                    discard();
                    recording = FlightRecording.start(argument.split("\t", -1));
                    return "ok";
                case "stop":
                    return stop(argument);
                default:
                    return "failed unknown request " + name;
            }
        } catch (Exception | LinkageError e) { // a runtime may lack java.management or jdk.jfr
            return "failed " + e;
        }
    }

    private static String jvm() {
        var runtime = Runtime.getRuntime();
        return String.join(
                "\t",
                property("java.runtime.version"),
                property("java.vendor"),
                property("java.vm.name"),
                property("jdk.virtualThreadScheduler.parallelism"),
                Integer.toString(runtime.availableProcessors()),
                Long.toString(runtime.maxMemory()),
                Boolean.toString(publishes()));
    }

    private static String sample(String argument) {
        boolean scheduler = argument.endsWith(" scheduler");
        return argument.startsWith("all")
                ? ManagementFigures.all(scheduler)
                : ManagementFigures.fast(scheduler);
    }

    private static String property(String key) {
        return System.getProperty(key, "").replace('\t', ' ');
    }

    private static boolean publishes() {
        try {
            return ManagementFigures.publishes();
        } catch (LinkageError noManagement) {
            return false;
        }
    }

    /// Virtual threads are in no group.
    private static int threads() {
        var group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group.activeCount();
    }

    /// In a class loader of its own, which can be unloaded afterwards.
    private String threadLocals(int sampled, String jar)
            throws IOException, ReflectiveOperationException {
        try (var loader = loader(jar)) {
            return (String)
                    loader.loadClass(ThreadLocalWalk.class.getName())
                            .getMethod("of", Instrumentation.class, int.class)
                            .invoke(null, jvm, sampled);
        } catch (InvocationTargetException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        }
    }

    /// In one class loader for all of a connection: its class is used several times.
    private String executors(String jar) throws IOException, ReflectiveOperationException {
        if (walk == null) {
            walk = loader(jar);
        }
        try {
            return (String)
                    walk.loadClass(ExecutorWalk.class.getName())
                            .getMethod("of", Instrumentation.class)
                            .invoke(null, jvm);
        } catch (InvocationTargetException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        }
    }

    private static URLClassLoader loader(String jar) throws IOException {
        var jars = new URL[] {Path.of(jar).toUri().toURL()};
        return new URLClassLoader(jars, ClassLoader.getPlatformClassLoader());
    }

    private String stop(String file) throws Exception {
        if (!(recording instanceof FlightRecording)) {
            return "failed nothing is recorded";
        }
        ((FlightRecording) recording).dump(file);
        discard();
        return "ok";
    }

    private void closeWalk() {
        if (walk != null) {
            try {
                walk.close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void discard() {
        var current = recording;
        recording = null;
        if (current != null) {
            try {
                current.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
