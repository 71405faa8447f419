package dev.loombench.governor.agent;

import dev.loombench.governor.admission.Admission;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/// The requests of Undertow. A permit is an attachment of the exchange, because a handler that
/// continues on another thread passes the gate again.
final class UndertowRequests implements ServerRequests {
    private final Class<?> listener;
    private final PublicMethod path;
    private final PublicMethod getAttachment;
    private final PublicMethod putAttachment;
    private final PublicMethod addListener;
    private final PublicMethod proceed;
    private final PublicMethod getStatus;
    private final PublicMethod setStatus;
    private final PublicMethod getHeaders;
    private final PublicMethod put;
    private final PublicMethod endExchange;
    private final Object key;
    private final Object retryAfter;

    /// @param exchange `io.undertow.server.HttpServerExchange`
    UndertowRequests(Class<?> exchange) {
        var attachmentKey = PublicMethod.type(exchange, "io.undertow.util.AttachmentKey");
        var headerName = PublicMethod.type(exchange, "io.undertow.util.HttpString");
        listener = PublicMethod.type(exchange, "io.undertow.server.ExchangeCompletionListener");
        path = PublicMethod.of(exchange, "getRequestPath");
        getAttachment = PublicMethod.of(exchange, "getAttachment", attachmentKey);
        putAttachment = PublicMethod.of(exchange, "putAttachment", attachmentKey, Object.class);
        addListener = PublicMethod.of(exchange, "addExchangeCompleteListener", listener);
        proceed =
                PublicMethod.of(
                        PublicMethod.type(exchange, listener.getName() + "$NextListener"),
                        "proceed");
        getStatus = PublicMethod.of(exchange, "getStatusCode");
        setStatus = PublicMethod.of(exchange, "setStatusCode", int.class);
        getHeaders = PublicMethod.of(exchange, "getResponseHeaders");
        put = PublicMethod.of(getHeaders.method().getReturnType(), "put", headerName, String.class);
        endExchange = PublicMethod.of(exchange, "endExchange");
        key =
                created(
                        PublicMethod.of(attachmentKey, "create", Class.class),
                        Admission.Permit.class);
        retryAfter =
                created(PublicMethod.of(headerName, "tryFromString", String.class), "Retry-After");
    }

    private static Object created(PublicMethod factory, Object argument) {
        var created = factory.call(null, argument);
        if (created == null) {
            throw new IllegalStateException(factory.method() + " returned null");
        }
        return created;
    }

    @Override
    public String path(Object exchange) {
        return path.callText(exchange);
    }

    @Override
    public boolean hasPermit(Object exchange) {
        return getAttachment.call(exchange, key) != null;
    }

    @Override
    public void keep(Object exchange, Object response, Admission.Permit permit) {
        putAttachment.call(exchange, key, permit);
        InvocationHandler end =
                (proxy, method, arguments) ->
                        onCompleted(proxy, method.getName(), arguments, permit);
        addListener.call(
                exchange,
                Proxy.newProxyInstance(listener.getClassLoader(), new Class<?>[] {listener}, end));
    }

    /// Implements the listener, whose one method has the exchange and the next listener as
    /// arguments, and the methods of `Object`.
    @SuppressWarnings("ReferenceEquality") // a proxy equals itself alone
    private @Nullable Object onCompleted(
            Object proxy, String method, Object @Nullable [] arguments, Admission.Permit permit) {
        return switch (method) {
            case "exchangeEvent" -> {
                if (arguments != null) {
                    var exchange = arguments[0];
                    try {
                        ServerRequests.release(permit, () -> getStatus.callInt(exchange));
                    } finally {
                        proceed.call(arguments[1]); // the exchange ends at the last listener
                    }
                }
                yield null;
            }
            case "equals" -> arguments != null && arguments[0] == proxy;
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "admission";
        };
    }

    @Override
    public void reject(
            Object exchange, Object response, Object callback, String retryAfterSeconds) {
        setStatus.call(exchange, 503);
        put.call(getHeaders.call(exchange), retryAfter, retryAfterSeconds);
        endExchange.call(exchange);
    }
}
