#!/usr/bin/env bash
# What close-files.sh has bash run where a file above nine is open; start.sh follows.
for file in /proc/self/fd/*; do
  fd=${file##*/}
  if [ "$fd" -gt 2 ]; then eval "exec $fd>&-"; fi
done
