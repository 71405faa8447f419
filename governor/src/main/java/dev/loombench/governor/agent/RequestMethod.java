package dev.loombench.governor.agent;

/// A method of a web server that the agent changes, so that it first calls a method of
/// `RequestGate` with its object, if it is not static, and its arguments.
enum RequestMethod {
    /// Every request enters the container here, and once more for each asynchronous dispatch.
    TOMCAT_REQUEST(
            "Tomcat",
            "org/apache/catalina/core/StandardEngineValve",
            "invoke",
            "(Lorg/apache/catalina/connector/Request;Lorg/apache/catalina/connector/Response;)V",
            "tomcatRequest"),
    /// A request object is recycled once its response is complete, also that of an asynchronous
    /// one.
    TOMCAT_END("Tomcat", "org/apache/catalina/connector/Request", "recycle", "()V", "tomcatEnd"),
    JETTY_REQUEST(
            "Jetty",
            "org/eclipse/jetty/server/Server",
            "handle",
            "(Lorg/eclipse/jetty/server/Request;Lorg/eclipse/jetty/server/Response;"
                    + "Lorg/eclipse/jetty/util/Callback;)Z",
            "jettyRequest"),
    /// Every request enters the handlers here, and once more for each dispatch to another thread.
    UNDERTOW_REQUEST(
            "Undertow",
            "io/undertow/server/Connectors",
            "executeRootHandler",
            "(Lio/undertow/server/HttpHandler;Lio/undertow/server/HttpServerExchange;)V",
            "undertowRequest");

    private final String server;
    private final String owner;
    private final String method;
    private final String descriptor;
    private final String gate;

    RequestMethod(String server, String owner, String method, String descriptor, String gate) {
        this.server = server;
        this.owner = owner;
        this.method = method;
        this.descriptor = descriptor;
        this.gate = gate;
    }

    String server() {
        return server;
    }

    /// The class, with slashes.
    String owner() {
        return owner;
    }

    String method() {
        return method;
    }

    String descriptor() {
        return descriptor;
    }

    /// The method of `RequestGate`.
    String gate() {
        return gate;
    }
}
