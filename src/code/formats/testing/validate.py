"""Reads documents from standard input and says of each whether an independent parser takes it.

A request is a line "FORMAT LENGTH" and that many bytes; the answer is a line, "ok" or what is wrong.
"""
import csv
import io
import json
import sys
import xml.parsers.expat

try:
    import tomllib
except ImportError:
    tomllib = None


def check(form, data):
    if form == "json":
        json.loads(data.decode("utf-8"))
    elif form == "jsonl":
        for line in data.decode("utf-8").split("\n"):
            if line:
                json.loads(line)
    elif form in ("csv", "tsv"):
        delimiter = "\t" if form == "tsv" else ","
        for _ in csv.reader(io.StringIO(data.decode("utf-8"), newline=""), delimiter=delimiter, strict=True):
            pass
    elif form == "toml":
        if tomllib:
            tomllib.loads(data.decode("utf-8"))
    elif form == "xml":
        xml.parsers.expat.ParserCreate().Parse(data, True)
    else:
        raise ValueError("no parser for " + form)


csv.field_size_limit(sys.maxsize)
source, answers = sys.stdin.buffer, sys.stdout
while True:
    head = source.readline()
    if not head:
        break
    form, length = head.split()
    data = source.read(int(length))
    try:
        check(form.decode(), data)
        answers.write("ok\n")
    except Exception as error:
        answers.write(repr(error).replace("\n", " ") + "\n")
    answers.flush()
