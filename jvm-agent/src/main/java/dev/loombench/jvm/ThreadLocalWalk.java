package dev.loombench.jvm;

import java.lang.instrument.Instrumentation;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds what the thread-local values of some virtual threads are, and how large, without stopping
/// any thread.
///
/// The size of a value is that of the objects that are reached from it, 500 per thread at most, and
/// from no value of another thread: what threads share is not held once per thread. References to
/// classes, threads and the objects behind `Reference` are not followed.
///
/// It reads private fields of `java.base`, so this class needs a class loader of its own, whose
/// module alone is given access to them.
public final class ThreadLocalWalk {
    private static final int MAX_OBJECTS_PER_THREAD = 500;
    private static final int MAX_CLASSES = 5;

    private final Instrumentation jvm;
    private final Map<Class<?>, List<Field>> fields = new HashMap<>();
    private final IdentityHashMap<Object, Integer> owners = new IdentityHashMap<>();
    private final Set<Object> shared = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Value> values = new ArrayList<>();
    private int left;

    private static final class Value {
        final String type;
        final List<Object> reached = new ArrayList<>();

        Value(String type) {
            this.type = type;
        }
    }

    private ThreadLocalWalk(Instrumentation jvm) {
        this.jvm = jvm;
    }

    /// @param sampled the highest number of virtual threads whose values are read
    /// @return `THREADS SAMPLED WITH_VALUES`, and for each class of values with most bytes a tab
    ///   and `COUNT BYTES CLASS`
    public static String of(Instrumentation jvm, int sampled) throws ReflectiveOperationException {
        open(jvm);
        return new ThreadLocalWalk(jvm).walk(sampled);
    }

    private static void open(Instrumentation jvm) {
        var base = Object.class.getModule();
        var self = Set.of(ThreadLocalWalk.class.getModule());
        var opens = new HashMap<String, Set<Module>>();
        for (var name : base.getPackages()) {
            if (name.startsWith("java.") || name.equals("jdk.internal.vm")) {
                opens.put(name, self);
            }
        }
        jvm.redefineModule(base, Set.of(), Map.of(), opens, Set.of(), Map.of());
    }

    private String walk(int sampled) throws ReflectiveOperationException {
        var threads = new ArrayList<Thread>();
        long alive = addVirtual(root(), threads, sampled);
        var locals = accessible(Thread.class.getDeclaredField("threadLocals"));
        var inherited = accessible(Thread.class.getDeclaredField("inheritableThreadLocals"));
        int withValues = 0;
        for (int i = 0; i < threads.size(); i++) {
            int before = values.size();
            left = MAX_OBJECTS_PER_THREAD;
            addValues(locals.get(threads.get(i)), i);
            addValues(inherited.get(threads.get(i)), i);
            withValues += values.size() > before ? 1 : 0;
        }
        return alive + " " + threads.size() + " " + withValues + classes();
    }

    private static Object root() throws ReflectiveOperationException {
        return Class.forName("jdk.internal.vm.ThreadContainers").getMethod("root").invoke(null);
    }

    /// @return the number of virtual threads in a container and those within it
    private static long addVirtual(Object container, List<Thread> threads, int limit)
            throws ReflectiveOperationException {
        long count = 0;
        for (var thread : list(container, "threads")) {
            if (isVirtual((Thread) thread)) {
                count++;
                if (threads.size() < limit) {
                    threads.add((Thread) thread);
                }
            }
        }
        for (var child : list(container, "children")) {
            count += addVirtual(child, threads, limit);
        }
        return count;
    }

    private static List<Object> list(Object container, String method)
            throws ReflectiveOperationException {
        var type = Class.forName("jdk.internal.vm.ThreadContainer");
        var all = new ArrayList<Object>();
        ((Stream<?>) type.getMethod(method).invoke(container)).forEach(all::add);
        return all;
    }

    private static boolean isVirtual(Thread thread) {
        var name = thread.getClass().getName();
        return name.equals("java.lang.VirtualThread")
                || name.equals("java.lang.ThreadBuilders$BoundVirtualThread");
    }

    private void addValues(@Nullable Object map, int thread) throws ReflectiveOperationException {
        if (map == null) {
            return;
        }
        var table = accessible(map.getClass().getDeclaredField("table")).get(map);
        for (int i = 0; i < Array.getLength(table); i++) {
            var entry = Array.get(table, i);
            var value =
                    entry == null
                            ? null
                            : accessible(entry.getClass().getDeclaredField("value")).get(entry);
            if (value != null) {
                add(value, thread);
            }
        }
    }

    private void add(Object root, int thread) {
        var value = new Value(root.getClass().getTypeName());
        var pending = new ArrayDeque<Object>();
        pending.add(root);
        while (!pending.isEmpty() && left > 0) {
            var object = pending.remove();
            var owner = owners.putIfAbsent(object, thread);
            if (owner != null) {
                if (owner != thread) {
                    shared.add(object);
                }
                continue;
            }
            value.reached.add(object);
            left--;
            addReferences(object, pending);
        }
        values.add(value);
    }

    private void addReferences(Object object, ArrayDeque<Object> pending) {
        if (object instanceof Object[]) {
            for (var element : (Object[]) object) {
                addReference(element, pending);
            }
            return;
        }
        for (var field : fields.computeIfAbsent(object.getClass(), ThreadLocalWalk::references)) {
            try {
                addReference(field.get(object), pending);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void addReference(@Nullable Object object, ArrayDeque<Object> pending) {
        if (object != null
                && !(object instanceof Class)
                && !(object instanceof ClassLoader)
                && !(object instanceof Thread)
                && !(object instanceof ThreadLocal)) {
            pending.add(object);
        }
    }

    /// The fields that are followed; none of a module that gives no access.
    private static List<Field> references(Class<?> type) {
        var found = new ArrayList<Field>();
        Class<?> c = type;
        while (c != null && c != Object.class && c != Reference.class) {
            for (var field : c.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && !field.getType().isPrimitive()
                        && field.trySetAccessible()) {
                    found.add(field);
                }
            }
            c = c.getSuperclass();
        }
        return found;
    }

    private static Field accessible(Field field) {
        field.setAccessible(true);
        return field;
    }

    private String classes() {
        var totals = new HashMap<String, Total>();
        for (var value : values) {
            var total = totals.computeIfAbsent(value.type, Total::new);
            total.count++;
            for (var object : value.reached) {
                total.bytes += shared.contains(object) ? 0 : jvm.getObjectSize(object);
            }
        }
        var sorted = new ArrayList<>(totals.values());
        sorted.sort((a, b) ->
                a.bytes == b.bytes ? a.type.compareTo(b.type) : Long.compare(b.bytes, a.bytes));
        var text = new StringBuilder();
        for (var total : sorted.subList(0, Math.min(MAX_CLASSES, sorted.size()))) {
            text.append('\t').append(total.count).append(' ').append(total.bytes).append(' ');
            text.append(total.type.replaceAll("\\p{Cntrl}", "?"));
        }
        return text.toString();
    }

    /// The values of one class.
    private static final class Total {
        final String type;
        long count;
        long bytes;

        Total(String type) {
            this.type = type;
        }
    }
}
