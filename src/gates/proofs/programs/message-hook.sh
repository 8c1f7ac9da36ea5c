#!/bin/sh
# After place-hook.sh: as git starts it, with the message (`$1`) in a file.
printf '%s\n' "$1" > .git/COMMIT_EDITMSG
PATH="$PWD/node_modules/.bin:$PATH"
if head -n 1 "$hook" | grep -q '^#!'; then exec "./$hook" .git/COMMIT_EDITMSG; else exec sh -e "./$hook" .git/COMMIT_EDITMSG; fi
