package dev.loombench.zoo.springmvc;

import java.util.concurrent.Executor;
import org.apache.coyote.AbstractProtocol;
import org.springframework.boot.tomcat.TomcatProtocolHandlerCustomizer;

/// Makes the embedded Tomcat run requests on the given executor, for Spring Boot 4. This is the
/// only class that differs between Boot 3 and 4, because its interface has moved.
record TomcatExecutorCustomizer(Executor executor)
        implements TomcatProtocolHandlerCustomizer<AbstractProtocol<?>> {

    @Override
    public void customize(AbstractProtocol<?> protocol) {
        protocol.setExecutor(executor);
    }
}
