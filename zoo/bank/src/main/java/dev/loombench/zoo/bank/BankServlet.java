package dev.loombench.zoo.bank;

import dev.loombench.zoo.bank.Ledger.Account;
import dev.loombench.zoo.bank.Ledger.Movement;
import dev.loombench.zoo.bank.Ledger.Transfer;
import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkItem;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The bank's paths, with JSON. The thread that runs the servlet reads and validates the request,
/// executes it and writes the response.
final class BankServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MAX_WAIT_MILLIS = 600_000;

    private final transient Ledger ledger;
    private final transient Work work;

    BankServlet(Ledger ledger, Work work) {
        this.ledger = ledger;
        this.work = work;
    }

    /// @param rates the response of the remote service
    record Statement(Account account, List<Movement> movements, long turnover, String rates) {}

    record ErrorResponse(String error) {}

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var counted = new WorkItem.Downstream(0); // any item that the statistics count
        long since = work.enter(counted);
        try {
            write(response, 200, execute(request));
        } catch (BankException e) {
            write(response, e.status(), new ErrorResponse(String.valueOf(e.getMessage())));
        } finally {
            work.leave(counted, since);
        }
    }

    private Object execute(HttpServletRequest request) throws IOException, BankException {
        var operation = request.getMethod() + " " + request.getRequestURI();
        return switch (operation) {
            case "GET /bank/balance" -> ledger.account(number(request, "account", 1));
            case "GET /bank/statement" ->
                    statement(number(request, "account", 1), number(request, "ms", 0));
            case "POST /bank/transfer" -> ledger.transfer(transfer(request));
            default -> throw new BankException(404, "the bank has no " + operation);
        };
    }

    /// The remote call comes first, so that no thread holds a database connection while it waits.
    private Statement statement(int number, int remoteMillis) throws BankException {
        if (remoteMillis > MAX_WAIT_MILLIS) {
            throw new BankException(400, "ms must be at most " + MAX_WAIT_MILLIS);
        }
        var rates = work.perform(new WorkItem.Downstream(remoteMillis));
        if (rates.status() != 200) {
            throw new BankException(rates.status(), rates.text());
        }
        var account = ledger.account(number);
        var movements = ledger.movements(number);
        long turnover = movements.stream().mapToLong(m -> Math.abs(m.cents())).sum();
        return new Statement(account, movements, turnover, rates.text());
    }

    private static Transfer transfer(HttpServletRequest request) throws IOException, BankException {
        Transfer transfer;
        try {
            transfer = JSON.readValue(request.getInputStream(), Transfer.class);
        } catch (JacksonException e) {
            throw new BankException(
                    400, "a transfer is {\"from\": 1, \"to\": 2, \"cents\": 50}", e);
        }
        if (transfer.cents() < 1 || transfer.from() == transfer.to()) {
            throw new BankException(400, "a transfer moves at least 1 cent to another account");
        }
        return transfer;
    }

    private static int number(HttpServletRequest request, String name, int defaultValue)
            throws BankException {
        var text = request.getParameter(name);
        if (text == null) {
            return defaultValue;
        }
        if (!text.matches("[0-9]{1,9}")) {
            throw new BankException(400, name + " must be a whole number, was \"" + text + "\"");
        }
        return Integer.parseInt(text);
    }

    private static void write(HttpServletResponse response, int status, Object content)
            throws IOException {
        var body = JSON.writeValueAsBytes(content);
        response.setStatus(status);
        response.setContentType("application/json");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
