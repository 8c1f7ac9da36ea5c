import { claimStem, isIrregular } from './claim-words.ts';
import { plainText, stemsOf } from './sentences.ts';

/** Synonyms in prose about how things work, one meaning per line. Words with two meanings are left out. */
const SAME = `start begin commence
end finish conclude
delete remove erase discard evict
store keep save retain
show display
send transmit
choose select pick
create make produce generate
fix repair mend
error failure fault
permit allow let
forbid prohibit ban
need require
get receive obtain
give provide supply
ask request query
reply answer respond
tell inform notify
try attempt
fast quick rapid
big large
small little
buy purchase
pay cost
whole entire complete
contain include comprise
refuse reject decline
stop halt cease
change modify alter
replace substitute
often frequently
about around approximately roughly
happen occur
write record
run execute
call invoke
fetch retrieve
copy duplicate
someone somebody anyone anybody
expire lapse
renew refresh
close shut
lie stand reside
meet gather
previous earlier prior
next following subsequent
job task
folder directory
place location
child kid
price fee
guest visitor
rest remainder
throw raise
merge combine
split divide
connect link attach
own possess
depend rely
skip omit
ignore disregard
verify check validate confirm
warn alert
identical same
mandatory required compulsory obligatory
depth deep
length long
width wide
height high
enter join
sign subscribe
teacher instructor
doctor physician
car vehicle
money cash
road street
autumn fall
illness disease
help assist
build construct
protect guard
grow increase
shrink decrease
wait stay
hear listen
speak talk
finish complete
smallest lowest minimum least
largest highest maximum greatest biggest
compute calculate
settle resolve
fail error
type kind
lack miss
begin start
detect notice recognise
decide determine
count number
update refresh
convert turn transform
accept take
return yield
load import
publish release
quote cite
infer derive guess
contain hold
path route
message text
wrap enclose
parse read
emit print output
abort cancel
ignore skip
keep preserve
match fit`
  .split('\n')
  .map((line) => line.split(' '));

const GROUPS = new Map<string, string[]>();
for (const group of SAME)
  for (const word of group) {
    const stem = claimStem(word);
    GROUPS.set(stem, [...(GROUPS.get(stem) ?? []), ...group.filter((other) => other !== word)]);
  }

/**
 * Pure. A claim with the source's own words in place of synonyms: "lessons start" for "lessons begin". Only words that
 * the source lacks are changed, keeping their form.
 */
export function inTheirWords(claim: string, sentence: string): string {
  const theirs = new Set(stemsOf(sentence));
  return plainText(claim).replace(/(?<![\p{L}\p{N}_`$.-])\p{Ll}{3,}(?![\p{L}\p{N}_`$-])/gu, (word) => {
    const stem = claimStem(word);
    if (theirs.has(stem)) return word;
    const other = (GROUPS.get(stem) ?? []).find((each) => theirs.has(claimStem(each)));
    return other === undefined ? word : inForm(other, word);
  });
}

/** "deleted" for "removed". */
function inForm(lemma: string, like: string): string {
  const base = lemma.replace(/e$/, '');
  if (like.endsWith('ing')) return `${base}ing`;
  if (like.endsWith('ed') || (isIrregular(like) && !like.endsWith('s')))
    return /[^aeiou]y$/.test(lemma) ? `${lemma.slice(0, -1)}ied` : `${base}ed`;
  if (like.endsWith('s') && !like.endsWith('ss'))
    return /[^aeiou]y$/.test(lemma) ? `${lemma.slice(0, -1)}ies` : `${lemma}s`;
  return lemma;
}
