package dev.loombench.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRuntimes;
import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleCollections;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.SampleThreads;
import dev.loombench.diagnose.Target;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.rule.Rules;
import dev.loombench.observe.jvm.figure.GarbageCollectors.Bean;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.report.export.OutputFormat;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.text.RecordJson;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class InspectTextTest {
    private static final int WIDTH = 100;
    private static final int SCREEN = 30;
    private static final String FIFO = "java.io.FileInputStream.readBytes(Native Method)";

    static Diagnosis diagnosis(SampleEvidence sample, String... words) {
        var evidence = sample.evidence();
        var table = KnownDefects.load();
        return new Diagnosis(
                new Target(4711, List.of(words)),
                evidence,
                Rules.apply(evidence, table),
                table.ofJdk(SampleRuntimes.hotSpot("25.0.1")));
    }

    private static List<String> text(Diagnosis diagnosis, boolean verbose) {
        return new InspectDocument(diagnosis, verbose, Instant.EPOCH, InspectedCode.NONE)
                .lines(AnsiStyle.NONE, WIDTH);
    }

    /// Without the breaks between lines.
    private static String oneLine(SampleEvidence sample) {
        return String.join(" ", text(diagnosis(sample), false)).replaceAll(" +", " ");
    }

    static SampleEvidence faulty() {
        return new SampleEvidence()
                .history(SampleEvidence.history(2, 46, 0.05, 0.01))
                .stacks(SampleEvidence.passing(FIFO, "com.example.Shop.order(Shop.java:30)"))
                .pools(List.of(SampleEvidence.pool(10, 40)))
                .container(SampleEvidence.container(OptionalDouble.of(0.5), 20))
                .directBytes(1_000L << 20)
                .threads(Part.missing("not listed"));
    }

    /// Three threads that wait for programs, by intention.
    @Test
    void a_note_is_no_fault() {
        var films =
                SampleThreads.threads(
                        "films-",
                        3,
                        "WAITING (on object monitor)",
                        "java.lang.ProcessImpl.waitFor(java.base@25.0.4/P.java:434)",
                        "com.example.Films.convert(Films.java:9)");
        var unlisted = new SampleEvidence().threads(Part.missing("not listed"));
        assertThat(oneLine(unlisted.printed(Prints.four(films))))
                .contains(
                        "No fault in what was examined: ",
                        " Note: 3 threads wait in com.example.Films.convert(Films.java:9)",
                        " Not examined: waits of virtual threads (not listed)",
                        "note no-progress: ",
                        "Remedy: ");
    }

    @Test
    void several_findings_fit_one_screen() {
        var lines = text(diagnosis(faulty()), false);
        assertThat(lines).hasSizeLessThanOrEqualTo(SCREEN);
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(WIDTH));
    }

    @Test
    void the_verbose_form_has_reasons_and_sources() {
        assertThat(String.join("\n", text(diagnosis(faulty()), true)))
                .contains(
                        "warning direct-buffers",
                        "  waits of virtual threads: Not listed.",
                        "(https://github.com/hardwood-hq/hardwood/pull/1046)")
                .containsPattern("Container +quota of 0\\.50 processors");
    }

    @Test
    void a_healthy_service_has_no_fault() {
        var lines = text(diagnosis(new SampleEvidence()), false);
        assertThat(oneLine(new SampleEvidence()))
                .startsWith(
                        "No fault in what was examined: carriers, collections, platform threads and"
                                + " their locks, waits of virtual threads, pools (HikariCP), executors of platform"
                                + " threads, container limits, direct buffers, metadata and code.")
                .contains(
                        "Requests probably run on virtual threads (Tomcat); no pool of platform threads.")
                .doesNotContain("Not examined", "Idle", "Setting:");
        assertThat(String.join("\n", lines))
                .contains(
                        "HikariCP shop: 3 of 10 in use, 0 waiting",
                        "Collections: 30 (0 full), 0 % of the time in pauses; heap in use after them 200 MiB of 1.00 GiB",
                        "Next: loombench inspect --profile 4711: shows");
    }

    /// On JDK 25 virtual threads are listed on request alone.
    @Test
    void the_next_command_lists_the_threads_that_this_one_listed() {
        var listed = new SampleEvidence().pools(List.of(SampleEvidence.pool(10, 40)));
        assertThat(oneLine(listed))
                .contains("Next: loombench inspect --verbose --list-threads 4711");
        assertThat(oneLine(listed.threads(Part.missing("not listed"))))
                .contains("Next: loombench inspect --verbose 4711");
    }

    @Test
    void a_pool_that_is_loaded_and_publishes_nothing_is_named_with_its_setting() {
        var unseen = new SampleEvidence().pools(List.of()).threads(Part.missing("not listed"));
        assertThat(oneLine(unseen))
                .contains(
                        "Not examined: waits of virtual threads (not listed); pools of HikariCP 7.1.0 (it"
                                + " publishes none; registerMbeans"
                                + " (spring.datasource.hikari.register-mbeans=true) publishes them).",
                        "Next: loombench inspect --verbose 4711: shows")
                .doesNotContain("--list-threads");
        var published = unseen.pools(List.of(SampleEvidence.pool(3, 0)));
        assertThat(oneLine(published)).doesNotContain("pools of HikariCP");
    }

    private static String task(int i) {
        return Prints.thread(
                "orders-" + i,
                10 + i,
                1,
                "RUNNABLE",
                "Shop.index(Shop.java:8)",
                "java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1090)");
    }

    @Test
    void an_executor_whose_queue_is_unseen_is_named() {
        var busy = task(1) + task(2);
        var evidence = new SampleEvidence().printed(Prints.four(busy));
        assertThat(oneLine(evidence)).doesNotContain("queue of orders");
        assertThat(oneLine(evidence.withoutExecutors("not read")))
                .contains(
                        "queue of orders (its 2 threads were busy at all moments; a",
                        "1 platform pool: orders 2 of 2 busy");
    }

    /// Nine threads of Tomcat await a lock, and the tenth holds it.
    private static String convoy(double cpuMillis) {
        return SampleThreads.requestsIn(
                        SampleThreads.BLOCKED,
                        9,
                        cpuMillis,
                        "com.example.Shop.audit(Shop.java:9)",
                        "- waiting to lock <0xa0> (a com.example.Shop)")
                + Prints.thread(
                        "http-nio-8080-exec-10",
                        90,
                        cpuMillis,
                        "TIMED_WAITING (sleeping)",
                        SampleThreads.SLEEP,
                        "com.example.Shop.audit(Shop.java:9)",
                        "- locked <0xa0> (a com.example.Shop)",
                        "org.apache.coyote.AbstractProtocol$ConnectionHandler.process(A.java:1)");
    }

    @Test
    void a_consequence_is_told_with_its_cause() {
        var printed =
                Prints.history(
                        Optional.of(Prints.connections(60, 50, 0)),
                        convoy(10),
                        convoy(20),
                        convoy(30),
                        convoy(40));
        var diagnosis = diagnosis(new SampleEvidence().printed(printed));
        var brief = String.join("\n", text(diagnosis, false));
        assertThat(brief)
                .contains("critical lock-bound", "Consequence: Pool http-nio-8080-exec of Tomcat")
                .doesNotContain("critical pool-exhausted", "more:");
        assertThat(String.join("\n", text(diagnosis, true)))
                .contains("Consequence: Pool http-nio-8080-exec", "critical pool-exhausted");
        var json = RecordJson.tree(InspectJson.of(diagnosis));
        assertThat(json.at("/findings/1/consequenceOf").asString()).isEqualTo("lock-bound");
        var document = new InspectDocument(diagnosis, false, Instant.EPOCH, InspectedCode.NONE);
        assertThat(OutputFormat.markdown.export(document)).contains("**Consequence**");
    }

    /// The quota is named first, and does not keep a virtual thread on its carrier.
    @Test
    void a_fault_that_its_cause_only_adds_to_is_told_by_itself() {
        var diagnosis =
                diagnosis(
                        new SampleEvidence()
                                .history(SampleEvidence.history(2, 9, 0.15, 0.85))
                                .stacks(SampleEvidence.held("com.example.Shop.index(Shop.java:8)"))
                                .container(SampleEvidence.container(OptionalDouble.of(0.3), 51)));
        assertThat(String.join("\n", text(diagnosis, false)))
                .contains("critical cpu-throttled: ", "critical carriers-monopolized: ")
                .doesNotContain("Consequence: ");
        var json = RecordJson.tree(InspectJson.of(diagnosis));
        assertThat(json.at("/findings/1/consequenceOf").asString()).isEqualTo("cpu-throttled");
    }

    private static String computing(double cpuMillis) {
        return Prints.thread("main", 1, cpuMillis, "RUNNABLE", "Shop.index(Shop.java:8)");
    }

    /// 0.49 and 0.6 of 20 s.
    @Test
    void the_thread_with_most_cpu_time_is_named_where_it_used_much() {
        var less = Prints.history(computing(0), computing(4_900), computing(9_800));
        assertThat(oneLine(new SampleEvidence().printed(less)))
                .contains("No pool of platform threads.");
        var much = Prints.history(computing(0), computing(6_000), computing(12_000));
        assertThat(oneLine(new SampleEvidence().printed(much)))
                .contains(
                        "No pool of platform threads; most CPU: thread \"main\" with 60 % of a processor, last in Shop.index(Shop.java:8).");
    }

    @Test
    void an_idle_service_is_said_to_be_idle() {
        var idle =
                Prints.four(
                        Prints.thread("main", 1, 1, "WAITING (parking)", "Shop.main(Shop.java:5)"));
        var seen = new SampleEvidence().printed(idle);
        assertThat(oneLine(seen))
                .startsWith("Idle: its threads used ")
                .contains("Next: loombench load --pid 4711 URL: puts load");
        var unseen = seen.threads(Part.missing("not listed"));
        assertThat(oneLine(unseen))
                .startsWith("Idle, or virtual threads wait: its threads used ")
                .contains("Next: jcmd 4711 Thread.vthread_pollers: counts");
        assertThat(oneLine(unseen.version("23.0.2")))
                .contains("Next: loombench inspect --verbose 4711");
    }

    private static StackGroup waiting(int count, String... frames) {
        return new StackGroup(ThreadKind.VIRTUAL, "WAITING", count, List.of(frames));
    }

    @Test
    void a_small_method_in_which_threads_wait_is_shown_with_its_callers() {
        var sleep = "shop.Waits.lambda$sleep$0(Waits.java:12)";
        var groups =
                List.of(
                        waiting(2, sleep, "shop.Carts.load(Carts.java:9)"),
                        waiting(
                                4,
                                sleep,
                                "shop.Waits.sleep(Waits.java:9)",
                                "shop.Orders.load(O:4)"),
                        waiting(1, "shop.Jobs.run(Jobs.java:5)"));
        var dump = new ThreadDump("attach", 0, 20, 2, 7, groups);
        assertThat(oneLine(new SampleEvidence().threads(Part.of(dump))))
                .contains(
                        "6 in shop.Waits.sleep called by shop.Orders.load and 1 other,"
                                + " 1 in shop.Jobs.run");
    }

    @Test
    void collections_that_could_not_be_read_are_not_examined() {
        var diagnosis = diagnosis(new SampleEvidence().withoutCollections("no beans"));
        assertThat(String.join(" ", text(diagnosis, false)).replaceAll(" +", " "))
                .startsWith("No fault in what was examined: carriers, platform threads and")
                .contains(" metadata and code. Not examined: collections (no beans).")
                .doesNotContain("Collections:");
        var json = RecordJson.tree(InspectJson.of(diagnosis));
        assertThat(json.at("/collections").isNull()).isTrue();
        assertThat(json.at("/notObserved/collections").asString()).isEqualTo("no beans");
    }

    @Test
    void collections_lead_to_what_lives_and_not_to_more_carriers() {
        var thrashing =
                new SampleEvidence()
                        .collections(
                                SampleCollections.of(
                                        900L << 20,
                                        new Bean("Copy", 30, 300),
                                        new Bean("MarkSweepCompact", 300, 20_700)));
        var text = String.join(" ", text(diagnosis(thrashing), false));
        assertThat(text)
                .startsWith(
                        "Garbage collections stop all threads for 70 % of the time. The heap is")
                .contains("Next: jcmd 4711 GC.class_histogram: counts");
        var json = RecordJson.tree(InspectJson.of(diagnosis(thrashing)));
        assertThat(json.at("/collections/count").asInt()).isEqualTo(330);
        assertThat(json.at("/collections/full").asInt()).isEqualTo(300);
        assertThat(json.at("/collections/pauseShare").asDouble()).isEqualTo(0.7);
        assertThat(json.at("/collections/cycleShare").isNull()).isTrue();
        assertThat(json.at("/collections/heapAfterBytes").asLong()).isEqualTo(900L << 20);
        assertThat(json.at("/findings/0/setting/property").asString()).isEqualTo("-Xmx");
        assertThat(text).containsPattern("Setting: -Xmx\\d+m in place of 1024m\\.");
    }

    @Test
    void text_from_the_service_is_escaped_and_its_secrets_are_masked() {
        var sample =
                faulty().stacks(
                                SampleEvidence.passing(
                                        FIFO,
                                        "com.example.hunter22\u001b[31m.order(Shop.java:30)"));
        var diagnosis = diagnosis(sample, "java", "-Dpassword=hunter22", "a\u001b[2J");
        assertThat(String.join("\n", text(diagnosis, true)))
                .contains("com.example.***\ufffd[31m.order")
                .doesNotContain("hunter22", "\u001b");
        var document = new InspectDocument(diagnosis, true, Instant.EPOCH, InspectedCode.NONE);
        assertThat(OutputFormat.values())
                .allSatisfy(form ->
                        assertThat(form.export(document)).doesNotContain("hunter22", "\u001b"));
    }

    @Test
    void memory_that_has_a_limit_is_in_json_and_is_named_where_it_was_not_read() {
        var code = new LimitedMemory(Kind.CODE, 30 << 20, 48 << 20, 2);
        var json = RecordJson.tree(InspectJson.of(diagnosis(new SampleEvidence().limited(code))));
        assertThat(json.at("/memory/limited").toString())
                .isEqualTo(
                        "[{\"kind\":\"code\",\"usedBytes\":31457280,\"maxBytes\":50331648,"
                                + "\"failures\":2}]");
        var unread = new SampleEvidence().withoutLimited("no beans");
        assertThat(oneLine(unread))
                .contains("direct buffers. Not examined: metadata and code (no beans).");
        var missing = RecordJson.tree(InspectJson.of(diagnosis(unread)));
        assertThat(missing.at("/memory/limited").isNull()).isTrue();
        assertThat(missing.at("/notObserved/metadata and code").asString()).isEqualTo("no beans");
    }
}
