package dev.loombench.governor.agent;

/// A method of a web server that the agent changes, so that it first calls a method of
/// `RequestGate` with its object, if it is not static, and its arguments.
enum RequestMethod {
    /// Every request enters the container here, and once more for each asynchronous dispatch.
    TOMCAT_REQUEST(
            "org/apache/catalina/core/StandardEngineValve",
            "invoke",
            "(Lorg/apache/catalina/connector/Request;Lorg/apache/catalina/connector/Response;)V",
            "tomcatRequest"),
    /// A request object is recycled once its response is complete, also that of an asynchronous
    /// one.
    TOMCAT_END("org/apache/catalina/connector/Request", "recycle", "()V", "tomcatEnd"),
    JETTY_REQUEST(
            "org/eclipse/jetty/server/Server",
            "handle",
            "(Lorg/eclipse/jetty/server/Request;Lorg/eclipse/jetty/server/Response;"
                    + "Lorg/eclipse/jetty/util/Callback;)Z",
            "jettyRequest"),
    /// Every request enters the handlers here, and once more for each dispatch to another thread.
    UNDERTOW_REQUEST(
            "io/undertow/server/Connectors",
            "executeRootHandler",
            "(Lio/undertow/server/HttpHandler;Lio/undertow/server/HttpServerExchange;)V",
            "undertowRequest");

    private final String owner;
    private final String method;
    private final String descriptor;
    private final String gate;

    RequestMethod(String owner, String method, String descriptor, String gate) {
        this.owner = owner;
        this.method = method;
        this.descriptor = descriptor;
        this.gate = gate;
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
