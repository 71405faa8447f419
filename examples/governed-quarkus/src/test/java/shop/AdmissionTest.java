package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Requests that fail are in flight until their response, and not longer. */
@QuarkusTest
@TestProfile(AdmissionTest.Limited.class)
class AdmissionTest {
    /** More than may be in flight at the start. */
    private static final int REQUESTS = 50;

    @TestHTTPResource("/failing")
    URI failing;

    public static class Limited implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "loombench.admission.enabled", "true", "loombench.carriers.enabled", "false");
        }
    }

    /** Throws what no mapper knows. */
    @Path("/failing")
    public static class FailingResource {
        @GET
        public String fail() {
            throw new IllegalStateException("as this test expects");
        }
    }

    @Test
    void requests_that_fail_do_not_use_up_the_limit() throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            for (int i = 0; i < REQUESTS; i++) {
                var request = HttpRequest.newBuilder(failing).build();
                var response = client.send(request, BodyHandlers.discarding());
                assertEquals(500, response.statusCode());
            }
        }
    }
}
