package dev.loombench.observe.jvm;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/// A program with an object pool of the real library, all of whose objects are in use while threads
/// wait for one. Prints `READY`, and ends with its input.
final class ExhaustedObjectPool {
    static final int SIZE = 2;
    static final int WAITING = 3;

    private static final List<StringBuilder> IN_USE = new ArrayList<>();

    private ExhaustedObjectPool() {}

    public static void main(String[] args) throws Exception {
        var config = new GenericObjectPoolConfig<StringBuilder>();
        config.setMaxTotal(SIZE);
        try (var pool = new GenericObjectPool<StringBuilder>(new Texts(), config)) {
            for (int i = 0; i < SIZE; i++) {
                IN_USE.add(pool.borrowObject());
            }
            for (int i = 0; i < WAITING; i++) {
                Thread.ofPlatform().daemon().start(() -> await(pool));
            }
            while (pool.getNumWaiters() < WAITING) {
                Thread.onSpinWait();
            }
            System.out.println("READY");
            while (System.in.read() >= 0) {
                // until the test ends
            }
        }
    }

    private static void await(GenericObjectPool<StringBuilder> pool) {
        try {
            pool.borrowObject();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Texts extends BasePooledObjectFactory<StringBuilder> {
        @Override
        public StringBuilder create() {
            return new StringBuilder();
        }

        @Override
        public PooledObject<StringBuilder> wrap(StringBuilder text) {
            return new DefaultPooledObject<>(text);
        }
    }
}
