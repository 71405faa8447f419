package dev.loombench.zoo.micronaut;

import dev.loombench.zoo.work.Work;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;

/// A handler that blocks: the calling thread does the work.
@Controller
@Requires(property = "micronaut.server.thread-selection", value = "BLOCKING")
@Consumes(MediaType.ALL)
final class BlockingController {
    private final Work work;

    BlockingController(Work work) {
        this.work = work;
    }

    @Get("/{path}")
    HttpResponse<byte[]> get(HttpRequest<?> request) {
        var uri = request.getUri();
        return Responses.of(work.respond(uri.getPath(), uri.getRawQuery()));
    }

    @Post("/{path}")
    HttpResponse<byte[]> post(HttpRequest<?> request) {
        return get(request);
    }
}
