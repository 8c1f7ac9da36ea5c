<?php
// What a PHP test said, for every phpunit. In phpunit's own namespace, which its backups of static variables leave alone.
namespace PHPUnit\Assay;

final class Told
{
    private static $pipe, $word, $root;
    private static $tests = [], $names = [], $files = [], $odd = [], $broken = 0, $failed = 0, $asked = null;

    public static function open(?string $word): void
    {
        [self::$word, self::$root] = [$word, getcwd() . '/'];
        if ($word !== null) self::$pipe = fopen('php://fd/3', 'w');
    }

    public static function say(array $told): void
    {
        fwrite(self::$pipe, self::$word . json_encode($told, JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR) . "\n");
    }

    public static function path(string $file): string
    {
        $full = realpath($file) ?: $file;
        return strncmp($full, self::$root, strlen(self::$root)) === 0 ? substr($full, strlen(self::$root)) : $full;
    }

    public static function begin(string $class, string $title): void
    {
        self::flush();
        self::say(['begin' => self::named($class, $title)]);
    }

    /** Of the things that are told of a test the first counts, but for a failure, which counts whenever it comes. */
    public static function note(string $class, string $title, string $state, ?array $error = null): void
    {
        $was = self::$tests["$class::$title"] ?? null;
        if ($was === null || ($state === 'failed' && $was['state'] !== 'failed'))
            self::$tests["$class::$title"] = ['state' => $state, 'error' => $error];
        self::$names["$class::$title"] = [$class, $title];
    }

    /** Of a test whose set-up failed, or that waits for one that failed, phpunit may never say that it is over. */
    private static function flush(): void
    {
        foreach (array_keys(self::$tests) as $name) self::finish(self::$names[$name][0], self::$names[$name][1], 0);
    }

    /** Risky, or with a warning: whether that counts as failed is for the project's configuration to say. */
    public static function odd(string $class, string $title, string $message): void
    {
        self::$odd["$class::$title"] = [$class, $title, $message];
    }

    public static function finish(string $class, string $title, float $ms): void
    {
        $test = self::$tests["$class::$title"] ?? ['state' => 'passed', 'error' => null];
        unset(self::$tests["$class::$title"]);
        $told = self::named($class, $title) + $test + ['ms' => $ms];
        self::$files[$told['file']] = true;
        if ($test['state'] === 'failed') {
            self::$failed += 1;
            unset(self::$odd["$class::$title"]);
        }
        // Held back until it is known what it comes to.
        if (isset(self::$odd["$class::$title"])) self::$odd["$class::$title"][] = $told;
        else self::say(['tests' => $told]);
    }

    public static function problem(string $name, string $message, ?array $place, array $sides = []): array
    {
        $isCheck = is_a($name, 'PHPUnit\Framework\AssertionFailedError', true) || is_a($name, 'AssertionError', true);
        $text = trim($isCheck ? $message : "$name: $message");
        if (!$sides && preg_match('/Failed asserting that (.+) (?:matches expected|is identical to) (.+)\.$/', $message, $found))
            $sides = ['expected' => $found[2], 'actual' => $found[1]];
        return ['kind' => self::kind($name, $message, $isCheck), 'message' => $text] + $sides + ($place ?? []);
    }

    private static function kind(string $name, string $message, bool $isCheck): string
    {
        if ($isCheck) return 'assertion';
        if (is_a($name, 'CompileError', true)) return 'syntax';
        if (is_a($name, 'ArgumentCountError', true)) return 'missing-symbol';
        if (preg_match('/Timeout(Exception)?$/', $name)) return 'time-out';
        return is_a($name, 'Exception', true) && !preg_match('/^PHPUnit\b/', $name) ? 'exception' : self::kindOf($message);
    }

    private static function kindOf(string $message): string
    {
        if (preg_match('/^(syntax error|Unclosed)\b/', $message)) return 'syntax';
        // A file of the project that is to come.
        if (preg_match('/^Failed opening required \'(.+?)\' /', $message, $found)) {
            $path = preg_replace('#[^/]+/\.\./#', '', $found[1]);
            return strncmp($path, self::$root, strlen(self::$root)) === 0 && !strpos($path, '/vendor/') ? 'missing-symbol' : 'exception';
        }
        return preg_match('/^Call to (undefined|private|protected) (function|method|constructor)|(Class|Interface|Trait|Enum|Attribute class) ["\'][^"\']+["\'] (not found|does not exist)|^Undefined (constant|class constant|property)|^Access to undeclared static|^Unknown named parameter|^Cannot access (private|protected)|contains \d+ abstract methods?\b/', $message)
            ? 'missing-symbol' : 'exception';
    }

    /** Where in the project it happened; packages are not of it. */
    public static function place(array $frames): ?array
    {
        foreach ($frames as [$file, $line]) {
            $path = self::path(preg_replace('/\(\d+\) : .*$/', '', $file));
            if ($path !== '' && $path[0] !== '/' && !preg_match('#(^|/)vendor/#', $path)) return ['file' => $path, 'line' => (int) $line];
        }
        return null;
    }

    public static function error(\Throwable $error): array
    {
        $frames = [[$error->getFile(), $error->getLine()]];
        foreach ($error->getTrace() as $frame) if (isset($frame['file'])) $frames[] = [$frame['file'], $frame['line']];
        $sides = [];
        $compared = method_exists($error, 'getComparisonFailure') ? $error->getComparisonFailure() : null;
        if ($compared && $compared->getExpectedAsString() !== '')
            $sides = ['expected' => $compared->getExpectedAsString(), 'actual' => $compared->getActualAsString()];
        // phpunit 9 hands on what it caught in a wrapper.
        $name = method_exists($error, 'getClassName') ? $error->getClassName() : get_class($error);
        return self::problem($name, $error->getMessage(), self::place($frames), $sides);
    }

    public static function broken(\Throwable $error): void
    {
        self::brokenBy(self::error($error));
    }

    /** What ended PHP. */
    public static function fatal(array $error): array
    {
        // "Uncaught Error: …" has the trace behind it.
        $message = preg_replace('/\n.*/s', '', preg_replace('/^Uncaught \S+: /', '', $error['message']));
        $kind = self::kindOf($message);
        return ['kind' => $kind === 'exception' ? 'crash' : $kind, 'message' => $message] + (self::place([[$error['file'], $error['line']]]) ?? []);
    }

    /** A class whose tests could not even begin. */
    public static function brokenClass(string $class, string $message): void
    {
        self::brokenBy(['kind' => self::kindOf(preg_replace('/^.*?(?=Call to|Class |Undefined|Interface )/s', '', $message)), 'message' => trim($message), 'file' => self::fileOf($class)]);
    }

    private static function brokenBy(array $problem): void
    {
        self::$broken += 1;
        self::say(['broken' => $problem + ['file' => '']]);
    }

    /** A code that no test explains is explained by those that the project's configuration does not let pass. */
    public static function end(int $code): void
    {
        self::flush();
        $counts = $code !== 0 && self::$failed === 0 && self::$broken === 0;
        foreach (self::$odd as $each) {
            if (!isset($each[3])) continue;
            $isFailed = $counts && $each[3]['state'] === 'passed';
            self::say(['tests' => $isFailed ? ['state' => 'failed', 'error' => ['kind' => 'assertion', 'message' => $each[2]]] + $each[3] : $each[3]]);
        }
        foreach (self::$asked ?? [] as $file) if (!isset(self::$files[$file])) self::say(['empty' => $file]);
        self::say(['end' => $code]);
    }

    /** What selects the tests of these files, and of them the one of this name; null where all are meant. */
    public static function filter(?array $files, ?array $name): ?string
    {
        if ($files === null) return null;
        self::$asked = $files;
        if ($name !== null) return '/^' . preg_quote(implode('::', $name), '/') . '$/';
        $classes = [];
        foreach ($files as $file) foreach (self::classesIn((string) @file_get_contents($file)) as $class) $classes[] = preg_quote($class, '/');
        // Before a test of that name, or in what phpunit says of a class.
        return $classes ? '/(?<![\w\\\\])(' . implode('|', $classes) . ')(::|")/' : '/^$/';
    }

    private static function classesIn(string $text): array
    {
        [$namespace, $classes, $tokens] = ['', [], token_get_all($text)];
        foreach ($tokens as $at => $token) {
            if (!is_array($token) || ($token[0] !== T_NAMESPACE && $token[0] !== T_CLASS)) continue;
            for ($name = '', $next = $at + 1; isset($tokens[$next]) && is_array($tokens[$next]); $next += 1) {
                if ($tokens[$next][0] === T_WHITESPACE && $name === '') continue;
                if (!preg_match('/^[\w\\\\]+$/', $tokens[$next][1])) break;
                $name .= $tokens[$next][1];
            }
            if ($token[0] === T_NAMESPACE) $namespace = $name === '' ? '' : "$name\\";
            elseif ($name !== '' && $name !== 'extends') $classes[] = $namespace . $name;
        }
        return $classes;
    }

    private static function named(string $class, string $title): array
    {
        return ['file' => self::fileOf($class), 'suites' => [$class], 'title' => $title];
    }

    private static function fileOf(string $class): string
    {
        return class_exists($class, false) ? self::path((string) (new \ReflectionClass($class))->getFileName()) : '';
    }
}
