package dev.loombench.zoo.undertow;

import dev.loombench.zoo.work.Echo;
import io.undertow.websockets.core.AbstractReceiveListener;
import io.undertow.websockets.core.BufferedTextMessage;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.core.WebSockets;
import java.io.IOException;
import java.util.concurrent.Executor;

/// The echo over WebSocket: an I/O thread reads a message, and a thread of the executor waits and
/// sends the response.
final class EchoListener extends AbstractReceiveListener {
    private final Executor executor;
    private final Echo echo;

    EchoListener(Executor executor, Echo echo) {
        this.executor = executor;
        this.echo = echo;
    }

    @Override
    protected void onFullTextMessage(WebSocketChannel channel, BufferedTextMessage message) {
        var text = message.getData();
        executor.execute(() -> respond(channel, text));
    }

    private void respond(WebSocketChannel channel, String text) {
        try {
            echo.await();
            WebSockets.sendTextBlocking(text, channel);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the server is shutting down
        } catch (IOException e) {
            onError(channel, e);
        }
    }
}
