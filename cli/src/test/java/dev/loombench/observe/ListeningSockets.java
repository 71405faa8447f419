package dev.loombench.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/// The TCP sockets on which a process listens, from the kernel's tables (Linux).
public final class ListeningSockets {
    private static final String LISTEN = "0A";

    private ListeningSockets() {}

    /// @return address and port of each, in the kernel's hexadecimal form
    public static Set<String> of(long pid) throws IOException {
        var process = Path.of("/proc", Long.toString(pid));
        var own = inodes(process);
        assertThat(own).as("sockets and files that the process has open").isNotEmpty();
        var listening = new TreeSet<String>();
        for (var table : new String[] {"tcp", "tcp6"}) {
            for (var line : Files.readAllLines(process.resolve("net").resolve(table))) {
                var fields = line.strip().split("\\s+", -1);
                if (fields[3].equals(LISTEN) && own.contains("socket:[" + fields[9] + "]")) {
                    listening.add(fields[1]);
                }
            }
        }
        return listening;
    }

    private static Set<String> inodes(Path process) throws IOException {
        var found = new HashSet<String>();
        try (var descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (var descriptor : descriptors) {
                try {
                    found.add(Files.readSymbolicLink(descriptor).toString());
                } catch (IOException e) {
                    found.remove(descriptor.toString()); // closed meanwhile: never added
                }
            }
        }
        return found;
    }
}
