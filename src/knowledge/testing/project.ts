import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Embedder } from '../embed/embedder.ts';
import { fetchFolder } from '../ingest/fetch-source.ts';
import { ingest } from '../ingest/ingest.ts';
import { Knowledge } from '../knowledge.ts';

export interface TestProject {
  readonly root: string;
  readonly database: string;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  git(...args: string[]): string;
  commit(message: string): void;
  open(now?: () => number, embedder?: Embedder): Knowledge;
}

/** A real repository in its own folder, and a place for the knowledge about it. */
export function testProject(files: Readonly<Record<string, string>> = {}): TestProject {
  const folder = mkdtempSync(join(tmpdir(), 'assay-knowledge-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'project');
  mkdirSync(root);
  const database = join(folder, 'home', 'knowledge.db');
  const env = { PATH: process.env.PATH ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      encoding: 'utf8',
      env,
    });
  const project: TestProject = {
    root,
    database,
    git,
    write: (named) => {
      for (const [path, text] of Object.entries(named)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    },
    commit: (message) => {
      git('add', '-A');
      git('commit', '-qm', message);
    },
    open: (now, embedder) => {
      const knowledge = new Knowledge(root, database, now, embedder);
      onTestFinished(() => knowledge.close());
      return knowledge;
    },
  };
  git('init', '-q', '-b', 'main');
  project.write(files);
  return project;
}

/** Reads the project's `docs/` as official documents. */
export async function ingestDocs({ store }: Knowledge, { root }: TestProject): Promise<void> {
  const folder = join(root, 'docs');
  await ingest(store, {
    ...{ source: folder, kind: 'doc', trust: 'official_docs' },
    documents: fetchFolder(folder, (path) => join('docs', path)),
  });
}

/** A small shop in two languages. */
export const SHOP: Readonly<Record<string, string>> = {
  'src/cart.ts': `import { priceOf } from './prices.ts';

/** Adds an item to the shopping cart. */
export function addItem(cart: Cart, item: string): void {
  cart.items.push(item);
}

export class Cart {
  items: string[] = [];
  /** What all items cost together. */
  total(): number {
    return this.items.reduce((sum, item) => sum + priceOf(item), 0);
  }
}
`,
  'src/prices.ts': `const PRICES = new Map([['apple', 2]]);

export function priceOf(item: string): number {
  return applyDiscount(PRICES.get(item) ?? 0);
}

function applyDiscount(price: number): number {
  return price * 0.9;
}
`,
  'src/cart.test.ts': `import { addItem, Cart } from './cart.ts';
// discount discount discount applyDiscount cart total
test('discount of the cart total', () => { const cart = new Cart(); addItem(cart, 'apple'); });
`,
  'tools/mail.py': `"""Sends letters."""
import smtplib


def send_receipt(address, text):
    """Mails the receipt to the customer."""
    server = smtplib.SMTP("localhost")
    server.sendmail("shop", address, text)
`,
  'README.md': '# Shop\n\nA cart with a discount.\n',
};
