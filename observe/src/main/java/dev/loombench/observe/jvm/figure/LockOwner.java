package dev.loombench.observe.jvm.figure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The owner of the lock of `java.util.concurrent` that a thread waits for.
///
/// @param waiter number of the thread that waits
/// @param owner number of the one that holds it
/// @param type class of the lock, as in `java.util.concurrent.locks.ReentrantLock$NonfairSync`
public record LockOwner(long waiter, long owner, String type) {
    /// @param reply of the agent: `WAITER OWNER CLASS`, separated by tabs; may be empty
    public static List<LockOwner> parse(String reply) throws IOException {
        var owners = new ArrayList<LockOwner>();
        for (var entry : reply.isEmpty() ? List.<String>of() : List.of(reply.split("\t", -1))) {
            var words = List.of(entry.split(" ", -1));
            if (words.size() != 3
                    || !words.get(0).matches("\\d{1,18}")
                    || !words.get(1).matches("\\d{1,18}")) {
                throw new IOException("not a lock's owner: " + entry);
            }
            owners.add(
                    new LockOwner(
                            Long.parseLong(words.get(0)),
                            Long.parseLong(words.get(1)),
                            words.get(2)));
        }
        return owners;
    }
}
