import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import type { ChainRules } from '../language.ts';
import { nameText } from './nodes.ts';

export const pythonChainRules: ChainRules = {
  call(node) {
    if (node.type === 'call') {
      const callee = node.child('function');
      if (!callee) return undefined;
      return { kind: isClassName(callee) ? 'new' : 'call', callee };
    }
    if (node.type !== 'decorator') return undefined;
    const callee = node.parts[0];
    return callee && callee.type !== 'call' ? { kind: 'decorator', callee } : undefined;
  },
  step(node) {
    switch (node.type) {
      case 'attribute': {
        const object = node.child('object');
        return object && { inner: object, leaves: `.${node.child('attribute')?.text ?? ''}` };
      }
      case 'subscript': {
        const value = node.child('value');
        return value && { inner: value, leaves: '[]' };
      }
      case 'call': {
        const callee = node.child('function');
        // `Stack().push`: an instance has the members of its class.
        return callee && { inner: callee, leaves: isClassName(callee) ? '' : '()' };
      }
      case 'parenthesized_expression':
      case 'await':
      case 'type': {
        const value = node.parts[0];
        return value && { inner: value, leaves: '' };
      }
      default:
        return undefined;
    }
  },
  root(node) {
    if (node.type !== 'identifier') return { kind: 'other', name: '' };
    const name = nameText(node);
    return { kind: name === 'self' || name === 'cls' ? 'self' : 'name', name };
  },
};

/** Only the naming convention tells a class from a function here: `Stack`, `lib.Stack`. */
const isClassName = (callee: SyntaxNode): boolean => /(^|\.)_*[A-Z]\w*[a-z]\w*$/.test(callee.text);
