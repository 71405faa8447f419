package dev.loombench.zoo.tomcat;

import dev.loombench.zoo.work.EventStream;
import dev.loombench.zoo.work.Work;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/// A blocking servlet for streams of events: the thread waits before each event.
final class EventServlet extends WorkServlet {
    private static final long serialVersionUID = 1L;

    EventServlet(Work work) {
        super(work);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        var stream = EventStream.of(request.getRequestURI(), request.getQueryString());
        if (stream.isEmpty()) {
            super.service(request, response);
            return;
        }
        response.setContentType(EventStream.CONTENT_TYPE);
        response.flushBuffer();
        stream.get().writeTo(response.getOutputStream());
    }
}
