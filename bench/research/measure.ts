import { type AttemptRunner, NO_AGENT_USAGE } from '../../src/contracts/agent.ts';
import { toJson } from '../../src/contracts/json.ts';
import { rig } from '../../src/engine/testing/rig.ts';
import { researchGraph } from '../../src/workflows/research/graph.ts';
import { Ask, type FoundPassage, Report } from '../../src/workflows/research/state.ts';
import { type Half, type PlantedDocument, plantedCorpus } from './corpus.ts';
import { labelProblems } from './labels.ts';
import { type MadeClaim, MODELS } from './models.ts';

export interface Measured {
  readonly questions: number;
  readonly answers: number;
  /** Those that came out otherwise than they should. */
  readonly fabricatedShown: readonly string[];
  readonly falseShown: readonly string[];
  readonly trueFlagged: readonly string[];
  readonly made: Readonly<Record<MadeClaim['truth'], number>>;
  readonly labelProblems: readonly string[];
}

/** Every question, answered by every model, through the stages of research as a person gets them. */
export async function measureHalf(half: Half, every = 1): Promise<Measured> {
  const documents = plantedCorpus(half);
  const made = { true: 0, fabricated: 0, false: 0 };
  const [fabricatedShown, falseShown, trueFlagged, labels]: [string[], string[], string[], string[]] = [[], [], [], []];
  let [questions, answers] = [0, 0];
  for (const [at, { facts }] of documents.entries())
    for (const [index, fact] of facts.entries()) {
      if ((at * 7 + index) % every !== 0) continue;
      questions += 1;
      const passages = passagesFor(documents, at, index);
      const [right, other] = [idOf(passages, documents[at]), idOf(passages, documents[(at + 1) % documents.length])];
      const given = {
        ...{ fact, id: right, elsewhereId: other, index },
        apart: facts[(index + 3) % facts.length]?.says ?? '',
        elsewhere: documents[(at + 1) % documents.length]?.facts[index]?.says ?? '',
      };
      for (const [model, write] of Object.entries(MODELS)) {
        const claims = write(given);
        if (claims.length === 0) continue;
        const report = await answered(fact.question, passages, claims);
        answers += 1;
        labels.push(...labelProblems(report).map((problem) => `${fact.question}: ${problem}`));
        for (const [n, { truth, kind, claim }] of claims.entries()) {
          made[truth] += 1;
          const sentence = report.sentences[n];
          const told = `${model}, ${kind}: ${claim.text} <- ${claim.citations[0]?.quote ?? ''} (${sentence?.reasons.join('; ')})`;
          const isShown = sentence?.label === 'supported';
          if (truth === 'fabricated' && isShown) fabricatedShown.push(told);
          if (truth === 'false' && isShown) falseShown.push(told);
          if (truth === 'true' && !isShown) trueFlagged.push(told);
        }
      }
    }
  return { questions, answers, fabricatedShown, falseShown, trueFlagged, made, labelProblems: labels };
}

/** The document that answers, among others that do not. */
function passagesFor(documents: readonly PlantedDocument[], at: number, index: number): FoundPassage[] {
  const wanted = [0, 1, 2, 5, 8].map((step) => (at + step) % documents.length);
  const turn = index % wanted.length;
  const order = [...wanted.slice(turn), ...wanted.slice(0, turn)];
  return order.map((which, place) => {
    const { path, title, facts } = documents[which] as PlantedDocument;
    const text = [facts.slice(0, 4), facts.slice(4)].map((part) => part.map(({ says }) => says).join(' ')).join('\n\n');
    return { id: `S${place + 1}`, cite: `${path}:1-5`, title, text, trust: 0.8 };
  });
}

const idOf = (passages: readonly FoundPassage[], document: PlantedDocument | undefined): string =>
  passages.find(({ cite }) => cite.startsWith(`${document?.path}:`))?.id ?? '';

async function answered(
  question: string,
  passages: readonly FoundPassage[],
  claims: readonly MadeClaim[],
): Promise<Report> {
  const written = { claims: claims.map(({ claim }) => claim), unanswered: [], followUps: [] };
  const attemptRunner: AttemptRunner = async function* ({ agent }) {
    const claim = agent === 'writer' ? written : { understanding: question, queries: [question] };
    yield { type: 'complete', usage: NO_AGENT_USAGE, result: { type: 'claim', claim: toJson(claim, 'claim') } };
  };
  const graph = researchGraph({ retrieve: async () => [...passages], searchWeb: async () => [] });
  // What is looked for is given: no plan is needed.
  const ask = Ask.parse({ folder: '/', question, depth: 'quick', stages: ['retrieve', 'write', 'verify'] });
  const { result } = await rig([graph], { attemptRunner }).run(graph, ask);
  if (result.status !== 'completed') throw new Error(`the research ended as ${result.status}`);
  return Report.parse(result.output);
}
