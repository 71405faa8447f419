package shop;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

@Path("/price")
public class PriceResource {
    @GET
    @RunOnVirtualThread
    public String price() {
        return PriceLibrary.price();
    }
}
