package main

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
)

const model = "goroutines"

var known = []string{"--model", "--listen", "--port", "--downstream", "--http2", "--tls"}

// The command-line options, such as --model goroutines --port 8080.
type options struct {
	// Loopback unless it is given.
	listen string
	// 0 for any free port.
	port int
	// Base URL of the delay service behind /downstream; empty if there is none.
	downstream string
	http2      bool
	// The kind of key: ec or rsa; empty for plain TCP.
	tls string
}

// The error says what is expected.
func parseOptions(words []string) (options, error) {
	given := options{listen: "127.0.0.1"}
	chosen := ""
	for i := 0; i < len(words); i += 2 {
		if i+1 == len(words) {
			return given, fmt.Errorf("%s needs a value", words[i])
		}
		var err error
		value := words[i+1]
		switch words[i] {
		case "--model":
			chosen = value
		case "--listen":
			given.listen, err = address(value)
		case "--port":
			given.port, err = port(value)
		case "--downstream":
			given.downstream, err = baseURL(value)
		case "--http2":
			_, err = choice("--http2", value, "true", "false")
			given.http2 = value == "true"
		case "--tls":
			given.tls, err = choice("--tls", value, "ec", "rsa")
		default:
			err = fmt.Errorf("unknown option %s; known options: %s", words[i], strings.Join(known, ", "))
		}
		if err != nil {
			return given, err
		}
	}
	if chosen == "" {
		return given, fmt.Errorf("--model is missing: which concurrency model?")
	}
	if chosen != model {
		return given, fmt.Errorf("no model %s: this server has %s", chosen, model)
	}
	return given, nil
}

func address(text string) (string, error) {
	if net.ParseIP(text) == nil {
		return "", fmt.Errorf("--listen must be an IP address like 10.0.0.1, was %q", text)
	}
	return text, nil
}

func port(text string) (int, error) {
	number, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0, fmt.Errorf("--port must be a whole number from 0 to 65535, was %q", text)
	}
	return int(number), nil
}

func baseURL(text string) (string, error) {
	base, err := url.Parse(text)
	if err != nil || base.Scheme != "http" || base.Host == "" {
		return "", fmt.Errorf("--downstream must be a URL like http://127.0.0.1:8080, was %q", text)
	}
	return "http://" + base.Host, nil
}

func choice(option, text, first, second string) (string, error) {
	if text != first && text != second {
		return "", fmt.Errorf("%s must be %s or %s, was %q", option, first, second, text)
	}
	return text, nil
}
