package dev.loombench.governor.agent;

import dev.loombench.governor.admission.Admission;
import java.util.function.IntSupplier;

/// What the gate does with the requests of one web server.
interface ServerRequests {

    /// The path of a request, without its query.
    String path(Object request);

    /// Whether the request has a permit already, because it passes the gate again on another
    /// thread.
    boolean hasPermit(Object request);

    /// Keeps a permit until the response is complete.
    void keep(Object request, Object response, Admission.Permit permit);

    /// Responds with 503 and `Retry-After`.
    void reject(Object request, Object response, Object callback, String retryAfterSeconds);

    /// Releases the permit of a request that has ended, also where its status cannot be read.
    /// Failed requests are ignored, because an early failure is no response time.
    static void release(Admission.Permit permit, IntSupplier status) {
        try {
            if (status.getAsInt() < 500) {
                permit.close();
            }
        } finally {
            permit.ignore(); // has no effect on one that is closed
        }
    }
}
