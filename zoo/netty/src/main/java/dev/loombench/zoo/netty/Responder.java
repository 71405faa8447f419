package dev.loombench.zoo.netty;

import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkResponse;
import io.netty.channel.EventLoop;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Does the work of a request, now or later.
@FunctionalInterface
interface Responder {
    /// Called on the event loop of the connection.
    ///
    /// @param query without the question mark; null if the request has none
    /// @param done takes the response, on any thread
    void respond(String path, @Nullable String query, EventLoop loop, Consumer<WorkResponse> done);

    /// Threads of the executor do the work, and block while it waits.
    static Responder on(Executor executor, Work work) {
        return (path, query, loop, done) ->
                executor.execute(() -> done.accept(work.respond(path, query)));
    }
}
