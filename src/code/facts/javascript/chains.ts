import type { ChainRules } from '../language.ts';
import { bare } from './nodes.ts';

export const javascriptChainRules: ChainRules = {
  call(node) {
    switch (node.type) {
      case 'call_expression': {
        const callee = node.child('function');
        if (!callee || callee.type === 'import') return undefined;
        return { kind: node.child('arguments')?.type === 'template_string' ? 'template' : 'call', callee };
      }
      case 'new_expression': {
        const callee = node.child('constructor');
        return callee && { kind: 'new', callee };
      }
      case 'decorator': {
        const callee = node.parts[0];
        // In parentheses it is a call like any other, which the walk meets later.
        return callee && callee.type !== 'call_expression' ? { kind: 'decorator', callee } : undefined;
      }
      case 'jsx_opening_element':
      case 'jsx_self_closing_element': {
        const callee = node.child('name');
        // A lower-case name is an HTML element.
        return callee && !/^[a-z][^.]*$/.test(callee.text) ? { kind: 'jsx', callee } : undefined;
      }
      default:
        return undefined;
    }
  },
  step(node) {
    const unwrapped = bare(node);
    if (unwrapped.id !== node.id) return { inner: unwrapped, leaves: '' };
    switch (node.type) {
      case 'member_expression':
      case 'nested_identifier': {
        const object = node.child('object');
        return object && { inner: object, leaves: `.${node.child('property')?.text ?? ''}` };
      }
      case 'subscript_expression': {
        const object = node.child('object');
        return object && { inner: object, leaves: '[]' };
      }
      case 'call_expression': {
        const callee = node.child('function');
        return callee && { inner: callee, leaves: '()' };
      }
      case 'new_expression': {
        const callee = node.child('constructor');
        return callee && { inner: callee, leaves: NEW };
      }
      case 'await_expression': {
        const value = node.parts[0];
        return value && { inner: value, leaves: '' };
      }
      default:
        return undefined;
    }
  },
  root(node) {
    if (/^(identifier|type_identifier|jsx_identifier)$/.test(node.type)) return { kind: 'name', name: node.text };
    if (node.type === 'this' || node.type === 'super') return { kind: 'self', name: node.type };
    return { kind: 'other', name: '' };
  },
};

/** `new Stack().push`: an instance has the members of its class. */
const NEW = '';
