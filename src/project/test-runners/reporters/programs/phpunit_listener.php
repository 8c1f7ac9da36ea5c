<?php
// For phpunit 9 and earlier.
namespace PHPUnit\Assay;

use PHPUnit\Framework\AssertionFailedError;
use PHPUnit\Framework\SelfDescribing;
use PHPUnit\Framework\Test;
use PHPUnit\Framework\TestCase;
use PHPUnit\Framework\TestListener;
use PHPUnit\Framework\TestListenerDefaultImplementation;
use PHPUnit\Framework\Warning;

final class Command extends \PHPUnit\TextUI\Command
{
    protected function handleCustomTestSuite(): void
    {
        $this->arguments['listeners'][] = new Listener;
    }
}

final class Listener implements TestListener
{
    use TestListenerDefaultImplementation;

    public function startTest(Test $test): void
    {
        if (self::isReal($test)) Told::begin(get_class($test), self::title($test));
    }

    public function endTest(Test $test, float $time): void
    {
        if (self::isReal($test)) Told::finish(get_class($test), self::title($test), $time * 1000);
    }

    public function addError(Test $test, \Throwable $t, float $time): void
    {
        if (self::isReal($test)) Told::note(get_class($test), self::title($test), 'failed', Told::error($t));
        elseif (!self::isEmpty($t)) Told::brokenClass(self::classIn($t->getMessage()), $t->getMessage());
    }

    public function addFailure(Test $test, AssertionFailedError $e, float $time): void
    {
        $this->addError($test, $e, $time);
    }

    public function addWarning(Test $test, Warning $e, float $time): void
    {
        if (self::isReal($test)) Told::odd(get_class($test), self::title($test), $e->getMessage());
        else $this->addError($test, $e, $time);
    }

    public function addRiskyTest(Test $test, \Throwable $t, float $time): void
    {
        if (self::isReal($test)) Told::odd(get_class($test), self::title($test), $t->getMessage());
    }

    public function addIncompleteTest(Test $test, \Throwable $t, float $time): void
    {
        if (self::isReal($test)) Told::note(get_class($test), self::title($test), 'todo');
    }

    public function addSkippedTest(Test $test, \Throwable $t, float $time): void
    {
        if (self::isReal($test)) Told::note(get_class($test), self::title($test), 'skipped');
    }

    /** Others stand for a class whose tests could not be made. */
    private static function isReal(Test $test): bool
    {
        return $test instanceof TestCase && !preg_match('/^PHPUnit\\\\Framework\\\\\w+TestCase$/', get_class($test));
    }

    private static function title(TestCase $test): string
    {
        return $test->getName();
    }

    private static function isEmpty(\Throwable $t): bool
    {
        return strpos($t->getMessage(), 'No tests found in class') === 0;
    }

    private static function classIn(string $message): string
    {
        return preg_match('/([\w\\\\]+)::\w+|class "([\w\\\\]+)"/', $message, $found) ? ($found[2] ?? $found[1]) : '';
    }
}
