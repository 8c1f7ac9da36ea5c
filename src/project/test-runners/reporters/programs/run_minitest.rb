# Runs minitest and tells of every test: what it prints is for people, and no gem can be counted on for a reporter.
require_relative 'ruby_told'

OUT, ASKED, FAST = ARGV[0], JSON.parse(ARGV[1]), ARGV.include?('--fail-fast')
ARGV.clear
Told.bundle
%w[test lib .].each { |folder| $LOAD_PATH.unshift(File.join(Told::ROOT, folder)) }
begin
  require 'minitest'
rescue LoadError
  warn 'minitest is not installed'
  exit 78
end
# `minitest/autorun` would run the tests at the end of the program, where nobody listens.
Minitest.class_variable_set(:@@installed_at_exit, true)

class AssayReport < Minitest::AbstractReporter
  attr_reader :tests

  def initialize
    super
    @tests = []
  end

  def record(result)
    failure = result.failures.find { |each| !each.is_a?(Minitest::Skip) }
    error = failure.is_a?(Minitest::UnexpectedError) ? failure.error : failure
    state = failure ? 'failed' : result.skipped? ? 'skipped' : 'passed'
    file = Told.path(result.source_location.first)
    @tests << { file: file, suites: [result.klass.to_s], title: result.name, state: state, ms: result.time * 1000, error: error && Told.error(error) }
    finish if FAST && failure
  end

  def passed?
    @tests.none? { |test| test[:state] == 'failed' }
  end

  def finish
    Told.write(OUT, @tests, $broken, [])
    $stdout.flush
    exit!(1)
  end
end

REPORT = AssayReport.new
$broken = []

def Minitest.plugin_assay_init(_options)
  reporter.reporters = [REPORT]
end
Minitest.extensions << 'assay'

files = ASKED['files'] || Dir.glob(ASKED['pattern']).sort.uniq
files.each do |file|
  begin
    require File.expand_path(file, Told::ROOT)
  rescue ScriptError, StandardError => e
    $broken << Told.error(e).merge(file: Told.path(file))
  end
end
arguments = ['--seed', '1'] + (ASKED['name'].empty? ? [] : ['--name', ASKED['name']])
Minitest.run(arguments)
seen = REPORT.tests.map { |test| test[:file] }
lost = $broken.map { |each| each[:file] }
Told.write(OUT, REPORT.tests, $broken, files.map { |file| Told.path(file) } - seen - lost)
$stdout.flush
# What the code under test hangs on to the end of the program is no part of the tests.
exit!(REPORT.passed? && $broken.empty? ? 0 : 1)
