package dev.loombench.observe.jvm.attach;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The management beans of a JVM, connected to at the first use.
public final class JvmBeans implements AutoCloseable {
    private final long pid;
    private @Nullable JmxConnection connection;

    public JvmBeans(long pid) {
        this.pid = pid;
    }

    public JmxConnection connect() throws IOException {
        var current = connection;
        if (current == null) {
            current = JmxConnection.attach(pid);
            connection = current;
        }
        return current;
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
        }
    }
}
