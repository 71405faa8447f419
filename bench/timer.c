/*
 * The baseline of exact pacing: a process that only wakes up by the clock, N times per second. Its CPU time and lateness
 * are properties of the machine: on a virtual machine, setting a timer can cause a VM exit.
 *
 * timer RATE SECONDS: prints the CPU time per wake-up and the lateness at p50 and p99, all in us.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

static const long SECOND = 1000000000;

static long cpu_nanos(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * SECOND + t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    if (argc != 3 || atol(argv[1]) < 1 || atol(argv[2]) < 1) {
        fprintf(stderr, "usage: timer RATE SECONDS\n");
        return 2;
    }
    long rate = atol(argv[1]);
    long count = rate * atol(argv[2]);
    long *late = malloc(count * sizeof *late);
    if (!late) {
        perror("timer");
        return 1;
    }
    prctl(PR_SET_TIMERSLACK, 1); /* ns; by default a timer may be 50 us late */
    struct timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    long before = cpu_nanos();
    for (long i = 1; i <= count; i++) {
        long offset = start.tv_nsec + (long)((double)i * SECOND / rate);
        struct timespec at = {start.tv_sec + offset / SECOND, offset % SECOND};
        while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == EINTR) {
        }
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        late[i - 1] = (now.tv_sec - at.tv_sec) * SECOND + now.tv_nsec - at.tv_nsec;
    }
    double cpu = (cpu_nanos() - before) / 1e3 / count;
    qsort(late, count, sizeof *late, ascending);
    printf("%.2f %.2f %.2f\n", cpu, late[count / 2] / 1e3, late[count * 99 / 100] / 1e3);
    return 0;
}
