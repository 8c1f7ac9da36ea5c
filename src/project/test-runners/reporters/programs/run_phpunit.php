<?php
// Runs phpunit in a process of its own and tells of every test. What that process says on our pipe counts in the order in
// which it came, under a word that the code under test was never given: what it writes later, or by itself, does not.
require __DIR__ . '/phpunit_told.php';
use PHPUnit\Assay\Told;

[, $out, $asked] = $argv;
$word = bin2hex(random_bytes(16));
$child = proc_open(
    [PHP_BINARY, '-d', 'display_errors=stderr', '-d', 'log_errors=0', __DIR__ . '/phpunit_tests.php'],
    [['pipe', 'r'], ['pipe', 'w'], STDERR, ['pipe', 'w']],
    $pipes
);
fwrite($pipes[0], json_encode(['word' => $word, 'fast' => in_array('--fail-fast', $argv, true)] + json_decode($asked, true)));
fclose($pipes[0]);
[$said, $heard, $code] = ['', '', null];
while (true) {
    $status = proc_get_status($child);
    if (!$status['running'] && $code === null) $code = $status['exitcode'];
    $ready = array_filter([$pipes[1], $pipes[3]], function ($pipe) { return !feof($pipe); });
    $none = [];
    // A program that the tests left behind may keep the pipes open.
    if (!$ready || (!stream_select($ready, $none, $none, 0, 100000) && $code !== null)) break;
    foreach ($ready as $pipe) {
        $text = (string) fread($pipe, 65536);
        if ($pipe === $pipes[3]) $heard .= $text;
        else {
            $said = substr($said . $text, -20000);
            fwrite(STDOUT, $text);
        }
    }
}
if ($code === null) $code = proc_close($child);

$report = ['assay' => 1, 'tests' => [], 'broken' => [], 'empty' => []];
[$running, $ended, $strangers, $fatal] = [null, false, 0, null];
foreach (explode("\n", $heard) as $line) {
    if ($line === '' || $ended) continue;
    $told = strncmp($line, $word, 32) === 0 ? json_decode(substr($line, 32), true) : null;
    if ($told === null) $strangers += 1;
    elseif (isset($told['begin'])) $running = $told['begin'];
    elseif (isset($told['end'])) [$ended, $code] = [true, $told['end']];
    elseif (isset($told['fatal'])) $fatal = $told['fatal'];
    elseif (isset($told['missing'])) exit(78);
    else foreach ($told as $list => $entry) $report[$list][] = $entry;
    if (isset($told['tests'])) $running = null;
}
if ($strangers > 0) $report['strangers'] = $strangers;
if (!$ended) {
    Told::open(null);
    // As phpunit 10 and later tell of an error that they did not expect.
    $crash = '/An error occurred inside PHPUnit\.\s+Message:\s+(.+?)\s+Location: (.+):(\d+)/s';
    if (!$fatal && preg_match($crash, $said, $found)) $fatal = Told::fatal(['message' => $found[1], 'file' => $found[2], 'line' => $found[3]]);
    $last = preg_match('/\S[^\n]*\s*$/', $said, $found) ? trim($found[0]) : '';
    $where = $running ? ", in {$running['title']}" : ($last === '' ? '' : ": $last");
    $fatal = $fatal ?: ['kind' => 'crash', 'message' => "PHP ended with exit code $code before its tests did$where"];
    if ($running) $report['tests'][] = $running + ['state' => 'failed', 'ms' => 0, 'error' => $fatal];
    $report['broken'][] = $running ? ['kind' => 'crash', 'file' => $running['file']] + $fatal : $fatal + ['file' => ''];
}
file_put_contents($out, json_encode($report, JSON_INVALID_UTF8_SUBSTITUTE));
$failed = array_filter($report['tests'], function ($test) { return $test['state'] === 'failed'; });
exit($code !== 0 ? $code : ($failed || $report['broken'] ? 1 : 0));
