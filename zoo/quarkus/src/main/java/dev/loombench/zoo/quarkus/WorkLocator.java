package dev.loombench.zoo.quarkus;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WrongOption;
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
                    case "platform-pool" -> new OnWorkerPool(work);
                    case "virtual" -> new OnVirtualThreads(work);
                    case "event-loop" -> new OnEventLoops(vertx, work, options.downstream());
                    default -> throw WrongOption.noModel(options.model());
                };
    }

    @NonBlocking
    @Path("/")
    public Object locate() {
        return resource;
    }
}
