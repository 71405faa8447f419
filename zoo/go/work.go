package main

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// The work behind each path, as in zoo/work, done by the calling goroutine.
type work struct {
	stats      handlerStats
	shared     sync.Mutex // the lock of /lock?shared=true
	client     *http.Client
	downstream string
}

func newWork(downstream string) *work {
	// By default 2 idle connections are kept, so that most calls of many users would open a new one.
	transport := &http.Transport{MaxIdleConnsPerHost: 20_000, DisableCompression: true}
	return &work{client: &http.Client{Transport: transport}, downstream: downstream}
}

// Does the work of a request, and counts it as being in a handler unless it asks for the statistics.
func (w *work) respond(path, query string) (int, string) {
	if path == "/stats" {
		return http.StatusOK, w.stats.text()
	}
	since := w.stats.enter()
	defer w.stats.leave(since)
	switch path {
	case "/hello":
		return http.StatusOK, "Hello world!"
	case "/sleep":
		return sized(query, "ms", 600_000, func(ms int) string {
			time.Sleep(millis(ms))
			return fmt.Sprintf("slept %d ms", ms)
		})
	case "/fib":
		return sized(query, "n", 1_000_000_000, func(n int) string {
			return strconv.FormatInt(fibonacciSum(n), 10)
		})
	case "/burn":
		return sized(query, "us", 60_000_000, func(us int) string {
			burn(time.Duration(us) * time.Microsecond)
			return fmt.Sprintf("burned %d us", us)
		})
	case "/allocate":
		return sized(query, "kb", 65_536, func(kb int) string {
			return fmt.Sprintf("allocated %d KB", allocate(kb))
		})
	case "/lock":
		return w.lock(query)
	case "/native":
		return sized(query, "ms", 600_000, func(ms int) string { return block("blocked", ms) })
	case "/init": // Go has no classes to initialise
		return sized(query, "ms", 600_000, func(ms int) string { return block("initialised", ms) })
	case "/file": // a read of a file blocks a thread, as /native does
		return sized(query, "ms", 600_000, func(ms int) string { return block("read after", ms) })
	case "/downstream":
		return w.call(query)
	default:
		return http.StatusNotFound, "no path " + path
	}
}

// Does the work if the number is valid.
func sized(query, name string, max int, work func(int) string) (int, string) {
	number, why := number(query, name, max)
	if why != "" {
		return http.StatusBadRequest, why
	}
	return http.StatusOK, work(number)
}

// Returns the parameter, or one sentence on what is wrong with it.
func number(query, name string, max int) (int, string) {
	text, found := parameter(query, name)
	if !found {
		return 0, fmt.Sprintf("parameter %s is missing, as in ?%s=100", name, name)
	}
	number, err := strconv.ParseUint(text, 10, 31)
	if err != nil || int(number) > max {
		return 0, fmt.Sprintf("%s must be a whole number from 0 to %d, was %q", name, max, text)
	}
	return int(number), ""
}

// The first value of that name, if any.
func parameter(query, name string) (string, bool) {
	for pair := range strings.SplitSeq(query, "&") {
		if value, found := strings.CutPrefix(pair, name+"="); found {
			return value, true
		}
	}
	return "", false
}

func millis(ms int) time.Duration {
	return time.Duration(ms) * time.Millisecond
}

// F[1] + ... + F[n] with F[1] = F[2] = 1 in 32 bits that overflow, as in zoo/work.
func fibonacciSum(n int) int64 {
	current, next, sum := int32(1), int32(1), int64(0)
	for range n {
		sum += int64(current)
		current, next = next, current+next
	}
	return sum
}

// Spins for the given elapsed time.
func burn(duration time.Duration) {
	for start := time.Now(); time.Since(start) < duration; {
	}
}

// Allocates that many slices of 1 KB, all of which are live until the last one is allocated.
func allocate(kilobytes int) int {
	slices := make([][]byte, kilobytes)
	for i := range slices {
		slices[i] = make([]byte, 1024)
	}
	runtime.KeepAlive(slices)
	return len(slices)
}

// Go has one kind of lock, which stands for both; each request has its own, or all share one.
func (w *work) lock(query string) (int, string) {
	kind, _ := parameter(query, "kind")
	if kind != "synchronized" && kind != "reentrant" {
		return http.StatusBadRequest, fmt.Sprintf("kind must be synchronized or reentrant, was %q", kind)
	}
	held, lock := "held", new(sync.Mutex)
	if shared, _ := parameter(query, "shared"); shared == "true" {
		held, lock = "held shared", &w.shared
	}
	return sized(query, "ms", 600_000, func(ms int) string {
		lock.Lock()
		defer lock.Unlock()
		time.Sleep(millis(ms))
		return fmt.Sprintf("%s %s %d ms", held, kind, ms)
	})
}

// Waits in a system call, which holds a thread.
func block(done string, ms int) string {
	left := syscall.NsecToTimespec(millis(ms).Nanoseconds())
	for syscall.Nanosleep(&left, &left) == syscall.EINTR {
	}
	return fmt.Sprintf("%s %d ms", done, ms)
}

// Returns the delay service's response; 502 if the call fails, 503 if there is no such service.
func (w *work) call(query string) (int, string) {
	ms, why := number(query, "ms", 600_000)
	if why != "" {
		return http.StatusBadRequest, why
	}
	if w.downstream == "" {
		return http.StatusServiceUnavailable, "no delay service: start this server with --downstream URL"
	}
	response, err := w.client.Get(fmt.Sprintf("%s/sleep?ms=%d", w.downstream, ms))
	if err != nil {
		return http.StatusBadGateway, "the delay service failed: " + err.Error()
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return http.StatusBadGateway, "the delay service failed: " + err.Error()
	}
	if response.StatusCode != http.StatusOK {
		return http.StatusBadGateway, fmt.Sprintf("the delay service responded %d, expected 200", response.StatusCode)
	}
	return http.StatusOK, string(body)
}

// Counts the requests in a handler and their time there: the server's own view of its concurrency.
type handlerStats struct {
	now, highest, left, nanos atomic.Int64
}

func (s *handlerStats) enter() time.Time {
	entered := s.now.Add(1)
	for highest := s.highest.Load(); entered > highest; highest = s.highest.Load() {
		if s.highest.CompareAndSwap(highest, entered) {
			break
		}
	}
	return time.Now()
}

func (s *handlerStats) leave(since time.Time) {
	s.nanos.Add(time.Since(since).Nanoseconds())
	s.left.Add(1)
	s.now.Add(-1)
}

// Returns "now highest left nanos", as in zoo/work.
func (s *handlerStats) text() string {
	return fmt.Sprintf("%d %d %d %d", s.now.Load(), s.highest.Load(), s.left.Load(), s.nanos.Load())
}
