import { hexDump } from '../../formats/hex-dump.ts';
import { readAt } from '../../formats/source.ts';
import type { Drawing, DrawRequest } from '../drawing.ts';

export async function drawBinary({ source, max }: DrawRequest): Promise<Drawing> {
  const bytes = await readAt(source, 0, 16 * Math.min(max, 1_000));
  return {
    ok: true,
    format: 'binary',
    text: hexDump(bytes, 0),
    structure: 'bytes',
    metadata: [],
    collections: [{ path: 'bytes', shown: bytes.length, total: source.size, exact: true }],
    cuts: [],
    notes: ['Shown in hexadecimal.'],
    checked: 'whole',
    shape: { format: 'binary' },
  };
}
