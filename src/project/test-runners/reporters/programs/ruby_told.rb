# What a Ruby test said, for both runners. Any Ruby since 2.6.
require 'json'

module Told
  ROOT = Dir.pwd

  def self.path(file)
    full = File.expand_path(file.to_s, ROOT)
    full.start_with?(ROOT + '/') ? full[(ROOT.length + 1)..-1] : full
  end

  # Where in the project it happened; gems and Ruby itself are not of it.
  def self.place(error)
    own = (error.backtrace || []).map { |line| line.match(/\A(.+?):(\d+)/) }.compact.find do |found|
      full = File.expand_path(found[1], ROOT)
      full.start_with?(ROOT + '/') && !full.include?('/vendor/') && !full.include?('/gems/')
    end
    own ? { file: path(own[1]), line: own[2].to_i } : {}
  end

  def self.kind(error)
    return 'assertion' if error.class.ancestors.any? { |each| ASSERTIONS.include?(each.name) }
    return 'syntax' if error.is_a?(SyntaxError)
    return own_file?(error.path.to_s) ? 'missing-symbol' : 'exception' if error.is_a?(LoadError)
    return 'exception' if error.is_a?(NoMethodError) && error.receiver.nil?
    return 'missing-symbol' if error.is_a?(NameError)
    return 'missing-symbol' if error.is_a?(ArgumentError) && error.message =~ /\A(wrong number of arguments|unknown keyword|missing keyword)/
    defined?(Timeout::Error) && error.is_a?(Timeout::Error) ? 'time-out' : 'exception'
  rescue ArgumentError
    'missing-symbol'
  end

  ASSERTIONS = %w[Minitest::Assertion Test::Unit::AssertionFailedError RSpec::Expectations::ExpectationNotMetError RSpec::Mocks::MockExpectationError].freeze

  # A file of the project that is to come; another one would be a gem.
  def self.own_file?(path)
    return true if path.start_with?(ROOT + '/')
    top = path.split('/').first.to_s
    !path.start_with?('/') && Dir.glob(File.join(ROOT, '{lib,app,test,spec}', '{' + top + ',' + top + '.rb}')).any?
  end

  def self.error(error)
    name = error.class.name
    text = error.message.to_s.gsub(/\e\[[\d;]*m/, '').strip
    expected, actual = text.match(/^\s*Expected: (.+)\n\s*Actual: (.+)/)&.captures || text.match(/^\s*expected:? (.+)\n\s*got:? (.+)/)&.captures
    { kind: kind(error), message: ASSERTIONS.include?(name) ? text : "#{name}: #{text}", expected: expected, actual: actual }.merge(place(error)).compact
  end

  def self.write(out, tests, broken, empty)
    File.write(out, JSON.generate({ assay: 1, tests: tests, broken: broken, empty: empty }))
  end

  # As the project's own way of starting tests would: with the gems of its Gemfile, where they are installed.
  def self.bundle
    require 'bundler/setup' if File.exist?(ENV['BUNDLE_GEMFILE'] || File.join(ROOT, 'Gemfile'))
  rescue LoadError, StandardError => e
    warn "Gemfile: #{e.message.lines.first}"
  end
end
