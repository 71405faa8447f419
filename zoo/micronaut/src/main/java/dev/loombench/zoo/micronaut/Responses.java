package dev.loombench.zoo.micronaut;

import dev.loombench.zoo.work.WorkResponse;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;

/// Micronaut's form of a response.
final class Responses {
    private static final MediaType TEXT = MediaType.of(WorkResponse.CONTENT_TYPE);

    private Responses() {}

    static HttpResponse<byte[]> of(WorkResponse result) {
        return HttpResponse.<byte[]>status(HttpStatus.valueOf(result.status()))
                .contentType(TEXT)
                .body(result.body());
    }
}
