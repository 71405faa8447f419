package dev.loombench.zoo.liberty;

import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkResponse;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

/// A blocking resource: the thread of Liberty's pool that read the request does the work.
@Path("/")
@Produces(WorkResponse.CONTENT_TYPE)
public class LibertyPoolResource {
    private final Work work;

    LibertyPoolResource(Work work) {
        this.work = work;
    }

    @GET
    @Path("ping")
    public String ping() {
        return "pong";
    }

    @GET
    @Path("{path: .*}")
    public Response get(@Context UriInfo uri) {
        return ZooApplication.respond(work, uri.getRequestUri());
    }

    @POST
    @Path("{path: .*}")
    public Response post(@Context UriInfo uri) {
        return get(uri);
    }
}
