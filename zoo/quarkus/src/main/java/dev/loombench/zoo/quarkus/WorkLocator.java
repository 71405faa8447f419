package dev.loombench.zoo.quarkus;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import io.quarkus.runtime.annotations.CommandLineArguments;
import io.smallrye.common.annotation.NonBlocking;
import io.vertx.core.Vertx;
import jakarta.ws.rs.Path;

/// Finds the resource of the model. Quarkus decides when it builds which threads run a resource, so
/// there is one a model, and this locator, which costs each request the same, picks it.
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
                    default -> throw UsageException.noModel(options.model());
                };
    }

    @NonBlocking
    @Path("/")
    public Object locate() {
        return resource;
    }
}
