// Go's net/http: a goroutine for each connection, or for each stream of HTTP/2, runs the handlers.
package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
)

// More streams per connection of HTTP/2 than any load opens.
const maxStreams = 1_000_000

func main() {
	go exitWhenInputCloses()
	options, err := parseOptions(os.Args[1:])
	if err != nil {
		exit(2, err)
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(options.listen, strconv.Itoa(options.port)))
	if err != nil {
		exit(1, fmt.Errorf("cannot listen on the port: %w", err))
	}
	server, err := newServer(options)
	if err != nil {
		exit(1, err)
	}
	fmt.Printf("READY port=%d\n", listener.Addr().(*net.TCPAddr).Port)
	if options.tls == "" {
		err = server.Serve(listener)
	} else {
		err = server.ServeTLS(listener, "", "")
	}
	if !errors.Is(err, http.ErrServerClosed) {
		exit(1, err)
	}
}

// net/http has no limit on connections, requests per connection or idle time, its backlog is the
// kernel's somaxconn, and its default is 250 streams per connection. Accepted connections send
// without delay.
func newServer(options options) (*http.Server, error) {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(options.http2)
	protocols.SetUnencryptedHTTP2(options.http2)
	server := &http.Server{
		Handler:   handler(newWork(options.downstream)),
		Protocols: protocols,
		HTTP2:     &http.HTTP2Config{MaxConcurrentStreams: maxStreams},
	}
	if options.tls != "" {
		config, err := serverTLS(options)
		if err != nil {
			return nil, err
		}
		server.TLSConfig = config
	}
	return server, nil
}

func handler(work *work) http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		io.Copy(io.Discard, request.Body) // an unread body would close the connection
		status, text := work.respond(request.URL.Path, request.URL.RawQuery)
		response.Header().Set("Content-Type", "text/plain;charset=utf-8")
		response.Header().Set("Content-Length", strconv.Itoa(len(text)))
		response.WriteHeader(status)
		io.WriteString(response, text)
	})
}

// Ends the process when standard input closes, which the kernel does even if the lab is killed.
func exitWhenInputCloses() {
	io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}

func exit(code int, why error) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(code)
}
