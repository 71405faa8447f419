package dev.loombench.governor.agent;

import dev.loombench.governor.admission.Admission;

/// The requests of Tomcat. A permit is a note of the request, which Tomcat removes when it recycles
/// the request.
final class TomcatRequests implements ServerRequests {
    private static final String NOTE = "dev.loombench.admission";

    private final PublicMethod path;
    private final PublicMethod getNote;
    private final PublicMethod setNote;
    private final PublicMethod getResponse;
    private final PublicMethod getStatus;
    private final PublicMethod setStatus;
    private final PublicMethod setHeader;

    /// @param request `org.apache.catalina.connector.Request`
    TomcatRequests(Class<?> request) {
        path = PublicMethod.of(request, "getRequestURI");
        getNote = PublicMethod.of(request, "getNote", String.class);
        setNote = PublicMethod.of(request, "setNote", String.class, Object.class);
        getResponse = PublicMethod.of(request, "getResponse");
        var response = getResponse.method().getReturnType();
        getStatus = PublicMethod.of(response, "getStatus");
        setStatus = PublicMethod.of(response, "setStatus", int.class);
        setHeader = PublicMethod.of(response, "setHeader", String.class, String.class);
    }

    @Override
    public String path(Object request) {
        return path.callText(request);
    }

    @Override
    public boolean hasPermit(Object request) {
        return getNote.call(request, NOTE) != null;
    }

    @Override
    public void keep(Object request, Object response, Admission.Permit permit) {
        setNote.call(request, NOTE, permit);
    }

    void end(Object request) {
        if (getNote.call(request, NOTE) instanceof Admission.Permit permit) {
            ServerRequests.release(permit, () -> getStatus.callInt(getResponse.call(request)));
        }
    }

    @Override
    public void reject(Object request, Object response, Object callback, String retryAfterSeconds) {
        setHeader.call(response, "Retry-After", retryAfterSeconds);
        setStatus.call(response, 503);
    }
}
