const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** The first, second and third of some choices, in words that mean nothing else by themselves. */
const IN_WORDS: readonly ReadonlySet<string>[] = [
  `one first eins erste ersten erstens uno première premier première primera primero primo primeira primeiro één eerste
  ett första jeden pierwsze pierwsza jedna první jedničku один первое первый первая bir birinci yksi satu ένα واحد אחת एक 一 하나 일번`,
  `two second zwei zweite zweiten zweitens deux deuxième dos segunda segundo due seconda secondo dois duas twee tweede
  två dwa drugie druga dva druhá druhé dvojku два второе второй вторая iki ikinci kaksi dua δύο اثنان שתיים दो 二 둘 이번`,
  'three third drei dritte trois troisième tres tercera tre terza três drie trzy три třetí üç 三 셋',
].map((words) => set(words.replace(/\n\s*/g, ' ')));

/** Words that may come with it: "number", "please". */
const AROUND = set(
  `option opt choice number no nr num answer variant variante opción opcion numéro numero número nummer numer opcja wariant вариант номер choix scelta
  opção optie wahl seçenek možnost 选项 選択肢 i i'll choose pick take say go with for the a it's la le el il o die das den der de het l'
  ich nehme wähle je prends choisis elijo scelgo escolho kies ik väljer jag wybieram выбираю please pls plz thanks thx thank you then just ok okay
  bitte danke por favor gracias merci svp per grazie obrigado obrigada alsjeblieft graag tack proszę prosím пожалуйста спасибо lütfen 请 谢谢 ください`.replace(
    /\n\s*/g,
    ' ',
  ),
);

/** A choice as a button of the window sends it: its number and its words. */
const AS_SHOWN = /^(\d)(?: ,)? (?:search|go on|continue|leave|stay)$/;
/** In languages without spaces between words: "第一个", "2番". */
const JOINED = /^(?:第|选|選)?([\d一二三])(?:个|個|番|号|번)?$/;

/** Pure. The number of a choice, if a reply names one and says nothing else. */
export function chosenNumber(said: string): number | null {
  const shown = AS_SHOWN.exec(said)?.[1];
  if (shown !== undefined) return Number(shown);
  // "no 1" is its number; "no, 1" says two things.
  if (/\?|^no ,/.test(said)) return null;
  const words = said
    .replace(/ (?:one|option|choice)\b/g, (word, at: number) => (isNumber(said.slice(0, at)) ? '' : word))
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  const numbers = words.flatMap((word) => numberOf(word) ?? []);
  const isAlone = words.every((word) => AROUND.has(word) || numberOf(word) !== null);
  return isAlone && numbers.length === 1 ? (numbers[0] ?? null) : null;
}

/** Whether the last of these words is a number: "the first one" names one. */
const isNumber = (said: string): boolean => numberOf(said.split(/[\s,]+/).at(-1) ?? '') !== null;

function numberOf(word: string): number | null {
  const digit = JOINED.exec(word)?.[1];
  if (digit !== undefined && /\d/.test(digit)) return Number(digit);
  const at = IN_WORDS.findIndex((words) => words.has(digit ?? word));
  return at === -1 ? null : at + 1;
}
