package shop;

import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
public class OrderRepository {
    private final JdbcClient database;

    public OrderRepository(JdbcClient database) {
        this.database = database;
    }

    /** Reads an order from a slow view; the connection is held for about 50 ms. */
    public Optional<Order> find(long id) {
        return database.sql(
                        "select id, article, quantity from orders where id = ? and slow_view(50)")
                .param(id)
                .query(Order.class)
                .optional();
    }
}
