package dev.loombench.zoo.liberty;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.Executor;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/// The application that Liberty serves: one resource, the model's.
@ApplicationPath("/")
public class ZooApplication extends Application {

    /// An object, not a class: one for all requests, and made here. What the deprecation advises
    /// instead, a bean of the container, would put interceptors between.
    @Override
    @SuppressWarnings("deprecation")
    public Set<Object> getSingletons() {
        var options = Options.parse(System.getProperty(LibertyServer.ARGUMENTS).split("\n"));
        var work = new Work(options);
        return switch (options.model()) {
            case "autonomic-pool" -> Set.of(new LibertyPoolResource(work));
            case "virtual" -> Set.of(new VirtualThreadResource(work, virtualExecutor()));
            default -> throw UsageException.noModel(options.model());
        };
    }

    static Response respond(Work work, URI asked) {
        var answer = work.answer(asked.getRawPath(), asked.getRawQuery());
        return Response.status(answer.status()).entity(answer.text()).build();
    }

    @SuppressWarnings("BanJNDI") // the name is ours, and so is what lies behind it
    private static Executor virtualExecutor() {
        try {
            return InitialContext.doLookup("concurrent/virtual");
        } catch (NamingException e) {
            throw new IllegalStateException("server.xml has no executor concurrent/virtual", e);
        }
    }
}
