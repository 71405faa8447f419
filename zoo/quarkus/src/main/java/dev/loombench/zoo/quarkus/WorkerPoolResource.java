package dev.loombench.zoo.quarkus;

import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkResponse;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;

/// A blocking resource on Quarkus's pool of worker threads.
@Blocking
@Produces(WorkResponse.CONTENT_TYPE)
public class WorkerPoolResource {
    private final Work work;

    WorkerPoolResource(Work work) {
        this.work = work;
    }

    @GET
    @Path("{path: .*}")
    public Response get(@Context HttpServerRequest request) {
        var result = work.respond(request.path(), request.query());
        return Response.status(result.status()).entity(result.text()).build();
    }

    @POST
    @Path("{path: .*}")
    public Response post(@Context HttpServerRequest request) {
        return get(request);
    }
}
