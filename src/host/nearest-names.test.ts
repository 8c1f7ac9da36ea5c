import { describe, expect, it } from 'vitest';
import { nearestNames } from './nearest-names.ts';

describe('nearestNames', () => {
  const fields = ['entity_name', 'entity_type', 'is_public', 'file_path', 'line_number'];

  it('puts the closest first and leaves out names with nothing in common', () => {
    expect(nearestNames('entity_nam', fields)[0]).toBe('entity_name');
    expect(nearestNames('entity_nam', fields)).toContain('entity_type');
    expect(nearestNames('entity_nam', fields)).not.toContain('is_public');
    expect(nearestNames('cyclomatic_complexity', fields)).toEqual([]);
  });

  it('sees a shared word where the letters differ much', () => {
    expect(nearestNames('cyclomatic_complexity', ['complexity', 'city'])).toEqual(['complexity']);
    expect(nearestNames('createdAt', ['created_at', 'updated_at'])[0]).toBe('created_at');
    expect(nearestNames('path', ['file_path', 'line'])).toEqual(['file_path']);
  });

  it('takes case for no difference and names each once', () => {
    expect(nearestNames('NAME', ['name', 'name'])).toEqual(['name']);
  });

  it('handles empty and enormous names', () => {
    expect(nearestNames('', ['a', ''])).toEqual(['']);
    expect(nearestNames('x'.repeat(100_000), ['x'.repeat(99_999)])).toEqual([]);
  });
});
