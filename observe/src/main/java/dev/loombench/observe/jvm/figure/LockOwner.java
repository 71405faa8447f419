package dev.loombench.observe.jvm.figure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The owner of the lock of `java.util.concurrent` that a thread waits for.
///
/// @param waiter number of the thread that waits
/// @param owner number of the one that holds it, which may be a virtual thread, or may have ended;
///   empty where none does
/// @param type class of the lock, as in `java.util.concurrent.locks.ReentrantLock$NonfairSync`
/// @param name of the owner; empty where it has none, as most virtual threads
public record LockOwner(long waiter, OptionalLong owner, String type, String name) {
    private static final Pattern ENTRY =
            Pattern.compile("(\\d{1,18}) (-|\\d{1,18}) (\\S+) \"(.*)\"");

    /// @param reply of the agent: `WAITER OWNER CLASS "NAME"`, separated by tabs, with `-` for no
    ///   owner; may be empty
    public static List<LockOwner> parse(String reply) throws IOException {
        var owners = new ArrayList<LockOwner>();
        for (var text : reply.isEmpty() ? List.<String>of() : List.of(reply.split("\t", -1))) {
            var entry = ENTRY.matcher(text);
            if (!entry.matches()) {
                throw new IOException("not a lock's owner: " + text);
            }
            owners.add(
                    new LockOwner(
                            Long.parseLong(entry.group(1)),
                            entry.group(2).equals("-")
                                    ? OptionalLong.empty()
                                    : OptionalLong.of(Long.parseLong(entry.group(2))),
                            entry.group(3),
                            entry.group(4)));
        }
        return owners;
    }
}
