package dev.loombench.zoo.liberty;

import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkResponse;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import java.util.concurrent.Executor;

/// An asynchronous resource: a thread of Liberty's pool reads the request and passes it to a
/// virtual thread, which does the work and responds.
@Path("/")
@Produces(WorkResponse.CONTENT_TYPE)
public class VirtualThreadResource {
    private final Work work;
    private final Executor virtual;

    VirtualThreadResource(Work work, Executor virtual) {
        this.work = work;
        this.virtual = virtual;
    }

    @GET
    @Path("ping")
    public void ping(@Suspended AsyncResponse response) {
        virtual.execute(() -> response.resume("pong"));
    }

    @GET
    @Path("{path: .*}")
    public void get(@Context UriInfo uri, @Suspended AsyncResponse response) {
        var requested = uri.getRequestUri();
        virtual.execute(() -> response.resume(ZooApplication.respond(work, requested)));
    }

    @POST
    @Path("{path: .*}")
    public void post(@Context UriInfo uri, @Suspended AsyncResponse response) {
        get(uri, response);
    }
}
