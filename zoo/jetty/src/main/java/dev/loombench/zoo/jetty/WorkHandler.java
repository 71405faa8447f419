package dev.loombench.zoo.jetty;

import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// A blocking handler: the calling thread does the work.
final class WorkHandler extends Handler.Abstract {
    private final Work work;

    WorkHandler(Work work) {
        super(InvocationType.BLOCKING);
        this.work = work;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback)
            throws IOException {
        Content.Source.consumeAll(request); // an unread body would close the connection
        var uri = request.getHttpURI();
        var result = work.respond(uri.getPath(), uri.getQuery());
        var body = result.body();
        response.setStatus(result.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, WorkResponse.CONTENT_TYPE);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }
}
