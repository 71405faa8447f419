package dev.loombench.zoo.quarkus;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import io.quarkus.runtime.annotations.CommandLineArguments;
import io.smallrye.common.annotation.NonBlocking;
import io.vertx.core.Vertx;
import jakarta.ws.rs.Path;

/// Finds the resource of the model. Quarkus fixes the threads of a resource at build time, so there
/// is one resource per model. This locator costs every request the same.
@Path("/")
public class WorkLocator {
    private final Object resource;

    WorkLocator(@CommandLineArguments String[] args, Vertx vertx) {
        var options = Options.parse(args);
        var work = new Work(options);
        resource =
                switch (options.model()) {
                    case "platform-pool" -> new WorkerPoolResource(work);
                    case "virtual" -> new VirtualThreadResource(work);
                    case "event-loop" -> new EventLoopResource(vertx, work, options.downstream());
                    default -> throw UsageException.unknownModel(options.model());
                };
    }

    @NonBlocking
    @Path("/")
    public Object locate() {
        return resource;
    }
}
