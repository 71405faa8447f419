package dev.loombench.zoo.tomcat;

import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkResponse;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/// A blocking servlet: the thread that reads the request does the work and writes the response.
class WorkServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Work work;

    WorkServlet(Work work) {
        this.work = work;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        var result = work.respond(request.getRequestURI(), request.getQueryString());
        var body = result.body();
        response.setStatus(result.status());
        response.setContentType(WorkResponse.CONTENT_TYPE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
