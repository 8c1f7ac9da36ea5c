#!/bin/sh
# Puts the hook that comes on stdin where git would find it. Only in the gate's own checkout. `$1` its path.
set -e
hook=$1
shift
git init --quiet . >/dev/null 2>&1
mkdir -p "$(dirname "$hook")"
cat > "$hook"
chmod +x "$hook"
case "$hook" in .husky/*) mkdir -p .husky/_; [ -e .husky/_/husky.sh ] || : > .husky/_/husky.sh ;; esac
