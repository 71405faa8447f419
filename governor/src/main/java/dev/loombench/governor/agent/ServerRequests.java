package dev.loombench.governor.agent;

import dev.loombench.governor.admission.Admission;

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

    /// Failed requests are ignored, because an early failure is no response time.
    static void release(Admission.Permit permit, int status) {
        if (status < 500) {
            permit.close();
        } else {
            permit.ignore();
        }
    }
}
