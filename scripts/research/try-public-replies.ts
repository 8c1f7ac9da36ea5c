// node scripts/research/try-public-replies.ts --mirrors DIR: how replies that people wrote for another program (clinc/oos-eval, the parts
// that nothing was learned from) are read where no model answers. `yes` to the plan is search, to "Leave it?" leave, and so on.
import { parseArgs } from 'node:util';
import { type LabelledReply, readAlone } from '../../bench/research/replies.ts';
import { clincReplies } from './public-replies.ts';

const { mirrors } = parseArgs({ options: { mirrors: { type: 'string' } } }).values;
if (mirrors === undefined) {
  console.error('--mirrors DIR: a folder with a clone of clinc/oos-eval, as clinc+oos-eval');
  process.exit(2);
}
const MEANT: Readonly<Record<string, readonly (readonly [stage: string, meant: string])[]>> = {
  yes: [
    ['plan', 'search'],
    ['confirm', 'leave'],
  ],
  no: [
    ['plan', 'leave'],
    ['confirm', 'stay'],
  ],
  cancel: [['plan', 'leave']],
  maybe: [
    ['plan', 'unclear'],
    ['confirm', 'unclear'],
  ],
};
/** What is neither an answer nor a request. */
const LEFT_OUT = new Set(['repeat', 'goodbye', 'greeting', 'thank_you']);
const REQUEST = [
  ['plan', 'other'],
  ['confirm', 'moved-on'],
] as const;

for (const part of ['val', 'test']) {
  const said = clincReplies(mirrors, [part]).filter(([, called]) => !LEFT_OUT.has(called));
  const requests = said.filter(([, called]) => MEANT[called] === undefined).filter((_, at) => at % 30 === 7);
  const replies: LabelledReply[] = [...said.filter(([, called]) => MEANT[called] !== undefined), ...requests].flatMap(
    ([text, called]) => (MEANT[called] ?? REQUEST).map(([stage, meant]) => ({ stage, meant, text })),
  );
  const { right, lost, askedInVain } = readAlone(replies);
  const share = ((100 * right) / replies.length).toFixed(1);
  console.log(
    `${part}: ${right} of ${replies.length} (${share} %) as meant, ${lost.length} lost their search, ${askedInVain.length} asked in vain whether to leave`,
  );
}
