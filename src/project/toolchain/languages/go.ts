import { toolRule } from '../../test-runners/profiles.ts';
import type { LanguageTable } from '../language-table.ts';

export const go: LanguageTable = {
  language: 'go',
  extensions: ['go'],
  manifests: ['go.mod'],
  tools: [
    {
      name: 'go mod',
      role: 'package-manager',
      configs: ['go.sum'],
      comesWith: ['go.mod'],
      commands: ['go mod download'],
      run: ['go', 'mod', 'download'],
    },
    toolRule('go test'),
    {
      name: 'ginkgo',
      role: 'test-runner',
      packages: ['github.com/onsi/ginkgo', 'github.com/onsi/ginkgo/v2'],
      commands: ['ginkgo'],
      run: ['ginkgo', '-r'],
    },
    {
      name: 'golangci-lint',
      role: 'linter',
      configs: ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'],
      packages: ['github.com/golangci/golangci-lint', 'github.com/golangci/golangci-lint/v2'],
      commands: ['golangci-lint', 'golangci/golangci-lint-action'],
      run: ['golangci-lint', 'run'],
    },
    {
      name: 'staticcheck',
      role: 'linter',
      configs: ['staticcheck.conf'],
      packages: ['honnef.co/go/tools'],
      commands: ['staticcheck'],
      run: ['staticcheck', './...'],
    },
    {
      name: 'gofumpt',
      role: 'formatter',
      keys: ['.golangci.yml~^\\s*- gofumpt'],
      packages: ['mvdan.cc/gofumpt'],
      commands: ['gofumpt'],
      run: ['gofumpt', '-l', '.'],
    },
    { name: 'goimports', role: 'formatter', commands: ['goimports'], run: ['goimports', '-l', '.'] },
    {
      name: 'gofmt',
      role: 'formatter',
      comesWith: ['go.mod'],
      commands: ['gofmt', 'go fmt'],
      run: ['gofmt', '-l', '.'],
    },
    { name: 'go vet', role: 'type-checker', comesWith: ['go.mod'], commands: ['go vet'], run: ['go', 'vet', './...'] },
    { name: 'gopls', role: 'lsp', run: ['gopls'] },
  ],
  defaults: {
    'package-manager': 'go mod',
    'test-runner': 'go test',
    linter: 'golangci-lint',
    formatter: 'gofmt',
    'type-checker': 'go vet',
    lsp: 'gopls',
  },
};
