<?php
// Loads phpunit as the project has it, or as the system does, and listens to it. PHP 7.3 and later, phpunit 7 and later.
use PHPUnit\Assay\Told;

require __DIR__ . '/phpunit_told.php';

(function () {
    $asked = json_decode(stream_get_contents(STDIN), true);
    Told::open($asked['word']);
    $root = getcwd();
    // As the project's own way of starting tests has them; what a program finds out of its arguments is not ours.
    $vendor = json_decode((string) @file_get_contents("$root/composer.json"), true)['config']['vendor-dir'] ?? 'vendor';
    foreach (["$root/$vendor/autoload.php", 'PHPUnit/Autoload.php'] as $file) {
        $found = stream_resolve_include_path($file);
        if ($found !== false && !class_exists('PHPUnit\Framework\TestCase')) require_once $found;
    }
    if (!class_exists('PHPUnit\Framework\TestCase')) {
        Told::say(['missing' => true]);
        exit(78);
    }
    $options = ['phpunit', '--colors=never', '--no-coverage', '--no-logging', '--do-not-cache-result', '--order-by=default'];
    if ($asked['fast']) $options[] = '--stop-on-defect';
    $filter = Told::filter($asked['files'], $asked['name']);
    if ($filter !== null) array_push($options, '--filter', $filter);
    if (!glob("$root/phpunit{.xml,.dist.xml,.xml.dist}", GLOB_BRACE)) {
        // Without a configuration phpunit wants to be told where the tests are.
        foreach (["$root/tests/bootstrap.php", "$root/test/bootstrap.php"] as $file)
            if (is_file($file)) array_push($options, '--bootstrap', $file);
        foreach (['tests', 'test', 'Tests', '.'] as $folder)
            if (is_dir("$root/$folder")) { $options[] = $folder; break; }
    }
    $GLOBALS['argv'] = $_SERVER['argv'] = ['phpunit'];
    $GLOBALS['argc'] = $_SERVER['argc'] = 1;
    $ended = false;
    register_shutdown_function(function () use (&$ended) {
        $error = $ended ? null : error_get_last();
        if ($error && $error['type'] & (E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR)) Told::say(['fatal' => Told::fatal($error)]);
    });
    try {
        if (class_exists('PHPUnit\TextUI\Application')) {
            require __DIR__ . '/phpunit_tracer.php';
            $code = (new PHPUnit\TextUI\Application)->run($options);
        } else {
            require __DIR__ . '/phpunit_listener.php';
            $code = (new PHPUnit\Assay\Command)->run($options, false);
        }
    } catch (Throwable $error) {
        Told::broken($error);
        $code = 2;
    }
    Told::end($code);
    $ended = true;
    exit($code);
})();
