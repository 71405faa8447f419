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

/// The application that Liberty serves, with the resource of the model.
@ApplicationPath("/")
public class ZooApplication extends Application {

    /// One object for all requests. The deprecation advises a container bean instead, which would
    /// add interceptors.
    @Override
    @SuppressWarnings("deprecation")
    public Set<Object> getSingletons() {
        var options = Options.parse(System.getProperty(LibertyServer.ARGUMENTS).split("\n"));
        var work = new Work(options);
        return switch (options.model()) {
            case "autonomic-pool" -> Set.of(new LibertyPoolResource(work));
            case "virtual" -> Set.of(new VirtualThreadResource(work, virtualExecutor()));
            default -> throw UsageException.unknownModel(options.model());
        };
    }

    static Response respond(Work work, URI requested) {
        var result = work.respond(requested.getRawPath(), requested.getRawQuery());
        return Response.status(result.status()).entity(result.text()).build();
    }

    @SuppressWarnings("BanJNDI") // a constant name that server.xml defines
    private static Executor virtualExecutor() {
        try {
            return InitialContext.doLookup("concurrent/virtual");
        } catch (NamingException e) {
            throw new IllegalStateException("server.xml has no executor concurrent/virtual", e);
        }
    }
}
