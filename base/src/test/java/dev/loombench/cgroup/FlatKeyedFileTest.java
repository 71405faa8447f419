package dev.loombench.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FlatKeyedFileTest {
    @Test
    void a_line_is_found_by_its_whole_key() {
        var vmstat = "pswpin_other 9\npswpin 17\npswpout 4\n";
        assertThat(FlatKeyedFile.value(vmstat, "pswpin")).hasValue(17);
        assertThat(FlatKeyedFile.value(vmstat, "pswpi")).isEmpty();
    }
}
