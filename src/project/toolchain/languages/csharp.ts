import { toolRule } from '../../test-runners/profiles.ts';
import type { LanguageTable } from '../language-table.ts';

export const csharp: LanguageTable = {
  language: 'c#',
  extensions: ['cs'],
  manifests: ['*.sln', '*.slnx', '*.csproj', 'global.json'],
  tools: [
    {
      name: 'dotnet',
      role: 'package-manager',
      configs: ['packages.lock.json', 'Directory.Packages.props'],
      comesWith: ['*.csproj', '*.sln', '*.slnx'],
      commands: ['dotnet restore'],
      run: ['dotnet', 'restore'],
    },
    toolRule('dotnet test'),
    {
      name: 'roslyn analyzers',
      role: 'linter',
      configs: ['.globalconfig'],
      keys: [
        '.editorconfig~^dotnet_diagnostic\\.',
        'Directory.Build.props~<(EnableNETAnalyzers|AnalysisLevel|TreatWarningsAsErrors)>',
      ],
      packages: ['StyleCop.Analyzers', 'Roslynator.Analyzers', 'SonarAnalyzer.CSharp'],
      run: ['dotnet', 'build', '-warnaserror'],
    },
    {
      name: 'csharpier',
      role: 'formatter',
      configs: ['.csharpierrc', '.csharpierrc.*'],
      packages: ['CSharpier.MsBuild'],
      commands: ['dotnet csharpier', 'csharpier'],
      run: ['dotnet', 'csharpier', 'check', '.'],
    },
    {
      name: 'dotnet format',
      role: 'formatter',
      comesWith: ['*.csproj', '*.sln', '*.slnx'],
      commands: ['dotnet format'],
      run: ['dotnet', 'format', '--verify-no-changes'],
    },
    {
      name: 'dotnet build',
      role: 'type-checker',
      comesWith: ['*.csproj', '*.sln', '*.slnx'],
      commands: ['dotnet build'],
      run: ['dotnet', 'build'],
    },
    { name: 'omnisharp', role: 'lsp', configs: ['omnisharp.json'], run: ['omnisharp', '-lsp'] },
  ],
  defaults: {
    'package-manager': 'dotnet',
    'test-runner': 'dotnet test',
    formatter: 'dotnet format',
    'type-checker': 'dotnet build',
    lsp: 'omnisharp',
  },
};
