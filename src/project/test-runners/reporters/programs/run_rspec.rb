# Runs rspec and tells of every example, without a gem for the report.
require_relative 'ruby_told'

OUT, ASKED, FAST = ARGV[0], JSON.parse(ARGV[1]), ARGV.include?('--fail-fast')
ARGV.clear
Told.bundle
%w[lib spec].each { |folder| $LOAD_PATH.unshift(File.join(Told::ROOT, folder)) }
begin
  require 'rspec/core'
rescue LoadError
  warn 'rspec is not installed'
  exit 78
end

class AssayReport
  RSpec::Core::Formatters.register self, :example_passed, :example_failed, :example_pending, :message, :close

  def initialize(_output)
    @tests = []
    @broken = []
  end

  def example_passed(notification)
    note(notification.example, 'passed')
  end

  def example_pending(notification)
    note(notification.example, 'skipped')
  end

  def example_failed(notification)
    note(notification.example, 'failed')
  end

  # What went wrong while a file was loaded is told in words only.
  def message(notification)
    found = notification.message.match(/An error occurred while loading (\S+\.rb)\b[^\n]*\n(.*)/m)
    return unless found
    said = found[2].gsub(/\e\[[\d;]*m/, '')
    name, text = said.match(/^\s*([A-Z]\w*(?:::\w+)*):\s*\n\s*(.+?)\s*$/)&.captures || ['', said.strip]
    kind = name == 'SyntaxError' || said =~ /syntax error/ ? 'syntax' : 'exception'
    kind = 'missing-symbol' if name =~ /\A(NameError|NoMethodError)\z/
    kind = 'missing-symbol' if name == 'LoadError' && Told.own_file?(text[/-- (\S+)/, 1].to_s)
    @broken << { file: Told.path(found[1]), kind: kind, message: name.empty? ? text : "#{name}: #{text}" }
  end

  def close(_notification)
    seen = @tests.map { |test| test[:file] } + @broken.map { |each| each[:file] }
    files = (ASKED['files'] || []).map { |file| Told.path(file) }
    Told.write(OUT, @tests, @broken, files - seen)
  end

  private

  def note(example, state)
    groups = example.example_group.parent_groups.reverse.map { |group| group.description.to_s }
    error = state == 'failed' ? Told.error(example.execution_result.exception) : nil
    ms = (example.execution_result.run_time || 0) * 1000
    @tests << { file: Told.path(example.metadata[:file_path]), suites: groups, title: example.description, state: state, ms: ms, error: error }
  end
end

# By its name rspec knows that it was asked for all specs where none is named.
$PROGRAM_NAME = 'rspec'
arguments = ['--no-color', '--order', 'defined', '--format', 'AssayReport'] + (FAST ? ['--fail-fast'] : [])
arguments += ['--example', ASKED['name']] unless ASKED['name'].empty?
code = RSpec::Core::Runner.run(arguments + (ASKED['files'] || []))
$stdout.flush
exit!(code)
