package shop;

/** A function of the database that stands for a slow query. */
public final class SlowView {
    private SlowView() {}

    public static boolean read(long millis) throws InterruptedException {
        Thread.sleep(millis);
        return true;
    }
}
