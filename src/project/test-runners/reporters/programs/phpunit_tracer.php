<?php
// For phpunit 10 and later.
namespace PHPUnit\Assay;

use PHPUnit\Event\Code\TestMethod;
use PHPUnit\Event\Event;
use PHPUnit\Event\Facade;
use PHPUnit\Event\Test;
use PHPUnit\Event\TestSuite\Skipped;
use PHPUnit\Event\Tracer\Tracer;

final class Listener implements Tracer
{
    private float $began = 0;

    public function trace(Event $event): void
    {
        if ($event instanceof Skipped) {
            foreach ($event->testSuite()->tests() as $test) {
                if ($test instanceof TestMethod) Told::note($test->className(), $test->name(), 'skipped');
            }
        }
        if ($event instanceof Test\BeforeFirstTestMethodErrored)
            Told::brokenClass($event->testClassName(), $event->throwable()->asString());
        $test = method_exists($event, 'test') ? $event->test() : null;
        if (!$test instanceof TestMethod) return;
        [$class, $title] = [$test->className(), $test->name()];
        if ($event instanceof Test\PreparationStarted) {
            $this->began = hrtime(true) / 1e6;
            Told::begin($class, $title);
        } elseif ($event instanceof Test\Finished) Told::finish($class, $title, $this->since());
        elseif ($event instanceof Test\Passed) Told::note($class, $title, 'passed');
        elseif ($event instanceof Test\Failed || $event instanceof Test\Errored) Told::note($class, $title, 'failed', self::error($event));
        elseif ($event instanceof Test\Skipped) Told::note($class, $title, 'skipped');
        elseif ($event instanceof Test\MarkedIncomplete) Told::note($class, $title, 'todo');
        elseif ($event instanceof Test\PhpunitErrorTriggered) {
            if ($this->began > 0) Told::note($class, $title, 'failed', Told::problem('', $event->message(), null));
            else Told::brokenClass($class, $event->message());
        } elseif ($event instanceof Test\ConsideredRisky || $event instanceof Test\WarningTriggered || $event instanceof Test\PhpWarningTriggered || $event instanceof Test\PhpunitWarningTriggered || $event instanceof Test\DeprecationTriggered || $event instanceof Test\PhpDeprecationTriggered || $event instanceof Test\NoticeTriggered || $event instanceof Test\PhpNoticeTriggered)
            Told::odd($class, $title, $event->message());
    }

    private function since(): float
    {
        $ms = $this->began > 0 ? hrtime(true) / 1e6 - $this->began : 0;
        $this->began = 0;
        return $ms;
    }

    private static function error(Test\Failed|Test\Errored $event): array
    {
        $thrown = $event->throwable();
        preg_match_all('/^(.+):(\d+)$/m', $thrown->stackTrace(), $lines, PREG_SET_ORDER);
        $frames = array_map(fn (array $line) => [$line[1], $line[2]], $lines);
        $sides = [];
        if ($event instanceof Test\Failed && $event->hasComparisonFailure() && $event->comparisonFailure()->expected() !== '')
            $sides = ['expected' => $event->comparisonFailure()->expected(), 'actual' => $event->comparisonFailure()->actual()];
        return Told::problem($thrown->className(), $thrown->message(), Told::place($frames), $sides);
    }
}

$listener = new Listener;
method_exists(Facade::class, 'instance') ? Facade::instance()->registerTracer($listener) : Facade::registerTracer($listener);
