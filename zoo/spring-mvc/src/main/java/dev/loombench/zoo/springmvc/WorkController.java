package dev.loombench.zoo.springmvc;

import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkResponse;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// A blocking controller: the thread that dispatches the request does the work.
@RestController
class WorkController {
    private final Work work;

    WorkController(Work work) {
        this.work = work;
    }

    @RequestMapping("/**")
    ResponseEntity<String> respond(HttpServletRequest request) {
        var result = work.respond(request.getRequestURI(), request.getQueryString());
        return ResponseEntity.status(result.status())
                .header(HttpHeaders.CONTENT_TYPE, WorkResponse.CONTENT_TYPE)
                .body(result.text());
    }
}
