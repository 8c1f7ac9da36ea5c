#!/bin/sh
# Runs a command (`$@`) with services beside it, which are gone with it.
PATH="$PATH:$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)"
top=$(mktemp -d); pids=
stop() { for pid in $pids; do kill "$pid" 2>/dev/null; done; for pid in $pids; do wait "$pid" 2>/dev/null; done; rm -rf "$top"; }
fail() { printf '%s %s %s\n' '__MARK__' "$1" "$2" >&2; tail -n 15 "$top/$1.log" >&2 2>/dev/null; stop; exit 97; }
# __SERVICES__
"$@"; code=$?
stop
exit $code
