package dev.loombench.zoo.tomcat;

import dev.loombench.zoo.work.Echo;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.io.UncheckedIOException;

/// The echo over WebSocket: the thread that reads a message waits and sends the response.
public final class EchoEndpoint extends Endpoint {
    /// Adds the endpoint to a context that has WebSocket.
    static void addTo(ServletContext context) throws ServletException {
        var container = (ServerContainer) context.getAttribute(ServerContainer.class.getName());
        try {
            container.addEndpoint(
                    ServerEndpointConfig.Builder.create(EchoEndpoint.class, Echo.PATH).build());
        } catch (DeploymentException e) {
            throw new ServletException(e);
        }
    }

    @Override
    public void onOpen(Session session, EndpointConfig config) {
        var echo = Echo.of(session.getQueryString());
        // Not a lambda: the type of the messages is read from the class of the handler.
        session.addMessageHandler(
                new MessageHandler.Whole<String>() {
                    @Override
                    public void onMessage(String text) {
                        respond(session, echo, text);
                    }
                });
    }

    private static void respond(Session session, Echo echo, String text) {
        try {
            echo.await();
            session.getBasicRemote().sendText(text);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the server is shutting down
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
