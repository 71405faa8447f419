package dev.loombench.zoo.liberty;

import dev.loombench.zoo.work.Answer;
import dev.loombench.zoo.work.Work;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

/// A blocking resource: the thread of Liberty's pool that read the request does the work.
@Path("/")
@Produces(Answer.CONTENT_TYPE)
public class OnLibertyPool {
    private final Work work;

    OnLibertyPool(Work work) {
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
