package dev.loombench.observe.jvm.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.jvm.NestedSets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectOutputStream;
import java.net.URI;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What the lab reads of the values of beans in another JVM.
class JvmAgentConnectionTest {
    private static byte[] reply(Object value) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var objects = new ObjectOutputStream(bytes)) {
            objects.writeObject(new Object[] {true, value});
        }
        return bytes.toByteArray();
    }

    private static Object set(int size) {
        return IntStream.range(0, size).boxed().collect(Collectors.toSet());
    }

    private static void requireRejected(Object value) throws IOException {
        var reply = reply(value);
        assertThatThrownBy(() -> JvmAgentConnection.read(reply))
                .isInstanceOf(InvalidClassException.class)
                .hasMessageContaining("REJECTED");
    }

    @Test
    void values_of_beans_are_read() throws IOException {
        for (var value : new Object[] {"text", 7L, set(100_000), Set.of(Set.of("inner"))}) {
            assertThat(JvmAgentConnection.read(reply(value))).containsExactly(true, value);
        }
    }

    @Test
    void values_of_other_classes_are_rejected() throws IOException {
        requireRejected(URI.create("http://localhost/"));
    }

    /// Reading 22 levels would take millions of hash codes, and 50 levels years.
    @Test
    void deeply_nested_sets_are_rejected() throws IOException {
        requireRejected(NestedSets.of(22));
        requireRejected(NestedSets.of(50));
    }

    /// The table of a set of 600,000 has 1,048,576 entries; an array of 510,000 arrays of one
    /// object has 1,020,000 references.
    @Test
    void wide_sets_and_arrays_are_rejected() throws IOException {
        requireRejected(set(600_000));
        requireRejected(new long[1_000_001]);
        var references = new Object[510_000];
        for (int i = 0; i < references.length; i++) {
            references[i] = new Object[] {i};
        }
        requireRejected(references);
    }
}
