import { instead, type Maker, shortText } from '../maker.ts';
import { operationsOf } from '../syntax.ts';

/** `<` for `<=`: the boundary case decided the other way. */
export const boundary: Maker = ({ node, table }) => {
  if (!table.binary.has(node.type)) return [];
  return operationsOf(node).flatMap(({ operator }) => {
    const other = table.operators.boundary[operator.text];
    return other === undefined
      ? []
      : [instead('Boundary', node, operator, other, `${operator.text} became ${other} in ${shortText(node.text)}`)];
  });
};
