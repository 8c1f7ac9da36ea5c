import type { LanguageTable } from '../language-table.ts';

export const terraform: LanguageTable = {
  language: 'terraform',
  extensions: ['tf', 'tfvars'],
  manifests: ['.terraform.lock.hcl', 'versions.tf', 'main.tf'],
  tools: [
    {
      name: 'terraform',
      role: 'package-manager',
      configs: ['.terraform.lock.hcl'],
      comesWith: ['main.tf', 'versions.tf'],
      commands: ['terraform init'],
      run: ['terraform', 'init', '-backend=false'],
    },
    {
      name: 'terraform test',
      role: 'test-runner',
      configs: ['*.tftest.hcl', 'tests/*.tftest.hcl'],
      commands: ['terraform test'],
      run: ['terraform', 'test'],
    },
    {
      name: 'terratest',
      role: 'test-runner',
      keys: ['go.mod~github\\.com/gruntwork-io/terratest', 'test/go.mod~github\\.com/gruntwork-io/terratest'],
      run: ['go', 'test', './...'],
    },
    {
      name: 'tflint',
      role: 'linter',
      configs: ['.tflint.hcl'],
      commands: ['tflint', 'id: terraform_tflint'],
      run: ['tflint', '--recursive'],
    },
    {
      name: 'terraform fmt',
      role: 'formatter',
      comesWith: ['main.tf', 'versions.tf'],
      commands: ['terraform fmt', 'id: terraform_fmt'],
      run: ['terraform', 'fmt', '-check', '-recursive'],
    },
    {
      name: 'terraform validate',
      role: 'type-checker',
      comesWith: ['main.tf', 'versions.tf'],
      commands: ['terraform validate'],
      run: ['terraform', 'validate'],
    },
    { name: 'terraform-ls', role: 'lsp', run: ['terraform-ls', 'serve'] },
  ],
  defaults: {
    'package-manager': 'terraform',
    'test-runner': 'terratest',
    linter: 'tflint',
    formatter: 'terraform fmt',
    'type-checker': 'terraform validate',
    lsp: 'terraform-ls',
  },
};
