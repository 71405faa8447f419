package dev.loombench.zoo.springwebflux;

import dev.loombench.zoo.work.WorkItem;
import dev.loombench.zoo.work.WorkResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/// A reactive controller: it runs on an event loop and returns a `Mono` of the response.
@RestController
class WorkController {
    private final EventLoopWork work;

    WorkController(EventLoopWork work) {
        this.work = work;
    }

    @RequestMapping("/**")
    Mono<ResponseEntity<String>> respond(ServerHttpRequest request) {
        var uri = request.getURI();
        return work.respond(WorkItem.of(uri.getRawPath(), uri.getRawQuery()))
                .map(WorkController::entity);
    }

    private static ResponseEntity<String> entity(WorkResponse response) {
        return ResponseEntity.status(response.status())
                .header(HttpHeaders.CONTENT_TYPE, WorkResponse.CONTENT_TYPE)
                .body(response.text());
    }
}
