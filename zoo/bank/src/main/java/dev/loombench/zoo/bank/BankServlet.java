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

/// The bank's paths: what comes is read, checked, carried out and answered as JSON, all by the
/// thread that the request has.
final class BankServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LONGEST_WAIT_MILLIS = 600_000;

    private final transient Ledger ledger;
    private final transient Work work;

    BankServlet(Ledger ledger, Work work) {
        this.ledger = ledger;
        this.work = work;
    }

    /// @param rates what the remote service said
    record Statement(Account account, List<Movement> movements, long turnover, String rates) {}

    record Fault(String error) {}

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var inside = new WorkItem.Downstream(0); // for the count of those in a handler
        long since = work.enter(inside);
        try {
            write(response, 200, answer(request));
        } catch (BankException e) {
            write(response, e.status(), new Fault(String.valueOf(e.getMessage())));
        } finally {
            work.leave(inside, since);
        }
    }

    private Object answer(HttpServletRequest request) throws IOException, BankException {
        var asked = request.getMethod() + " " + request.getRequestURI();
        return switch (asked) {
            case "GET /bank/balance" -> ledger.account(number(request, "account", 1));
            case "GET /bank/statement" ->
                    statement(number(request, "account", 1), number(request, "ms", 0));
            case "POST /bank/transfer" -> ledger.move(transfer(request));
            default -> throw new BankException(404, "the bank has no " + asked);
        };
    }

    /// The remote call comes first: nobody waits for it with a connection to the database in hand.
    private Statement statement(int number, int remoteMillis) throws BankException {
        if (remoteMillis > LONGEST_WAIT_MILLIS) {
            throw new BankException(400, "ms must be at most " + LONGEST_WAIT_MILLIS);
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

    private static int number(HttpServletRequest request, String name, int otherwise)
            throws BankException {
        var text = request.getParameter(name);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("[0-9]{1,9}")) {
            throw new BankException(400, name + " must be a whole number, was \"" + text + "\"");
        }
        return Integer.parseInt(text);
    }

    private static void write(HttpServletResponse response, int status, Object answer)
            throws IOException {
        var body = JSON.writeValueAsBytes(answer);
        response.setStatus(status);
        response.setContentType("application/json");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
