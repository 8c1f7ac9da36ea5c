import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '../code/read-text.ts';
import type { ChunkHit, FileHit } from '../search/code-search.ts';
import { textTokensOf } from './tokens.ts';

export interface PackedPiece extends ChunkHit {
  /** True where its code is shown, not only its place. */
  readonly shown: boolean;
}

export interface CodePack {
  readonly text: string;
  /** The part of it that is code, without the list of places. */
  readonly code: string;
  readonly tokens: number;
  readonly pieces: readonly PackedPiece[];
}

/** How many pieces of the first file are listed, of the second, … */
const PIECES = [6, 5, 4, 3, 3, 2, 2, 2, 2, 2];
/** The share of the budget for places before code is shown. */
const PLACES = 0.72;

/**
 * Where to look, and the code of the best pieces, within a strict budget: most relevant files and their likely
 * functions by name and line, since naming one costs a twentieth of showing it.
 */
export function packCode(root: string, hits: readonly FileHit[], budget: number): CodePack {
  const pieces: PackedPiece[] = [];
  const lines: string[] = [];
  let left = Math.floor(budget * PLACES);
  const read = reader(root);
  hits.slice(0, PIECES.length).forEach(({ path, chunks }, at) => {
    const head = `${path}`;
    const told: string[] = [];
    let cost = textTokensOf(`${head}\n`);
    const own: PackedPiece[] = [];
    for (const piece of chunks.slice(0, PIECES[at] ?? 2)) {
      const line = `  ${piece.first}-${piece.last} ${piece.symbol === '' ? '(between symbols)' : piece.symbol}`;
      if (cost + textTokensOf(`${line}\n`) > left) break;
      cost += textTokensOf(`${line}\n`);
      told.push(line);
      own.push({ ...piece, shown: false });
    }
    if (cost > left) return;
    left -= cost;
    lines.push(head, ...told);
    pieces.push(...own);
  });
  let room = budget - textTokensOf(lines.join('\n')) - 10;
  const code: string[] = [];
  for (const piece of hits.slice(0, 3).flatMap(({ chunks }) => chunks.slice(0, 2))) {
    const cut = read(piece, Math.floor(room * 3.2) - 60);
    if (cut === null || room < 40) continue;
    const text = `--- ${piece.path}:${piece.first}\n${cut}`;
    if (textTokensOf(`${text}\n`) > room) continue;
    room -= textTokensOf(`${text}\n`);
    code.push(text);
    const at = pieces.findIndex(
      (known) => known.path === piece.path && known.first === piece.first && known.symbol === piece.symbol,
    );
    if (at >= 0) pieces[at] = { ...piece, shown: true };
  }
  const text = [...lines, ...code].join('\n');
  return { text, code: code.join('\n'), tokens: textTokensOf(text), pieces };
}

/** The current lines of a piece; a long one is cut at a line end. */
function reader(root: string) {
  const files = new Map<string, string[]>();
  return ({ path, first, last }: ChunkHit, most: number): string | null => {
    if (most < 100) return null;
    try {
      const lines = files.get(path) ?? decodeText(readFileSync(join(root, path))).text.split('\n');
      files.set(path, lines);
      const own = lines.slice(first - 1, last);
      const kept: string[] = [];
      let size = 0;
      for (const line of own) {
        size += line.length + 1;
        if (size > most) break;
        kept.push(line);
      }
      if (kept.length === 0) return null;
      return kept.length < own.length
        ? `${kept.join('\n')}\n… ${own.length - kept.length} more lines`
        : kept.join('\n');
    } catch {
      return null;
    }
  };
}
