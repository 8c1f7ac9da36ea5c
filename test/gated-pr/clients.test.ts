import { describe, expect, it } from 'vitest';
import { assay, codes, GREEN, makeRig, RED, stateOf, toFirstStep } from './rig.ts';

describe('G1 long calls, several clients, a server that dies', () => {
  it('G1.7 G1.8 answers RUNNING with a ticket, and check_work with the answer to the call', async () => {
    const rig = makeRig();
    const patient = await rig.connect();
    await toFirstStep(rig, patient);
    const hasty = await rig.connect({ ASSAY_ANSWER_MS: '20' });
    const second = await rig.connect();
    rig.write(RED);
    const running = await hasty.submit('red', { expectation: 'FAIL' });
    expect(running).toMatchObject({ status: 'RUNNING', ticket: expect.stringMatching(/^[0-9a-f]{12}$/) });
    const { ticket = '' } = running;

    // One call at a time, no matter who makes it; the ticket is anybody's who has it.
    const busy = await patient.submit('red too', { expectation: 'FAIL' });
    expect(busy.reasons[0]).toMatchObject({ code: 'BUSY', next: expect.stringContaining(ticket) });
    expect((await patient.task()).reasons[0]?.code).toBe('BUSY');
    const answer = await patient.check(ticket);
    expect(answer).toMatchObject({ status: 'NEEDS_ANALYSIS' });
    expect(await patient.check(ticket)).toEqual(answer);
    expect(codes(await patient.check('0123456789ab'))).toEqual(['TICKET_UNKNOWN']);
    expect(await patient.submit('as meant', { analysis_decision: 'SUCCESS' })).toMatchObject({ status: 'SUCCESS' });

    // Two at once: one is measured and marks the step, the other is refused or finds the step done.
    rig.write(GREEN);
    const [one, other] = await Promise.all([
      patient.submit('green', { expectation: 'PASS' }),
      second.submit('green', { expectation: 'PASS' }),
    ]);
    expect([one.status, other.status].sort()).toEqual(['FAILURE', 'SUCCESS']);
    const late = one.status === 'FAILURE' ? one : other;
    expect(['BUSY', 'NOT_COMMITTED']).toContain(codes(late)[0]);
    const { out } = await assay(rig, ['state', '--json']);
    expect(JSON.parse(out)).toMatchObject({ state: { debug_attempt_counter: 0 }, pr: { tasks: [{ status: 'DONE' }] } });
  }, 300_000);

  it('G1.8 G2.10 continues in a new server where the last one was killed', async () => {
    const rig = makeRig();
    const first = await rig.connect({ ASSAY_ANSWER_MS: '20' });
    const begun = await first.task();
    await first.close();
    const second = await rig.connect();
    // A quick machine may have answered within the 20 ms.
    const told = begun.ticket === undefined ? begun : await second.check(begun.ticket);
    expect(told.output).toContain('# INITIALIZING');
    await toFirstStep(rig, second);
    rig.write(RED);
    const hasty = await rig.connect({ ASSAY_ANSWER_MS: '20' });
    const { ticket = '' } = await hasty.submit('red', { expectation: 'FAIL' });
    await hasty.close();
    // INITIALIZING · get_task, the log has open steps: the measurement is made again, and the step is the same.
    expect(await second.check(ticket)).toMatchObject({ status: 'NEEDS_ANALYSIS' });
    const third = await rig.connect();
    expect((await third.task()).output).toContain('## RED: an empty cart costs nothing');
    expect(stateOf(rig)).toMatchObject({ status: 'EXECUTING_TDD' });
  }, 300_000);

  it('G1.2 offers the same tools, with the same answers, on the command line', async () => {
    const rig = makeRig();
    const task = await assay(rig, ['task', '--json']);
    expect([task.code, JSON.parse(task.out)]).toMatchObject([0, { status: 'SUCCESS' }]);
    const illegal = await assay(rig, ['scope', '--json']);
    expect([illegal.code, JSON.parse(illegal.out)]).toMatchObject([1, { reasons: [{ code: 'CALL_NOT_LEGAL' }] }]);
    const unfit = await assay(rig, ['submit', 'drafted', '--wait', '--json']);
    expect([unfit.code, JSON.parse(unfit.out)]).toMatchObject([1, { reasons: [{ code: 'DRAFT_UNFIT' }] }]);
    const unknown = await assay(rig, ['check-work', 'nothing', '--json']);
    expect([unknown.code, JSON.parse(unknown.out)]).toMatchObject([1, { reasons: [{ code: 'TICKET_UNKNOWN' }] }]);
    const early = await assay(rig, ['escalate', '-', '--wait', '--json'], '# Help\n');
    expect([early.code, JSON.parse(early.out)]).toMatchObject([1, { reasons: [{ code: 'CALL_NOT_LEGAL' }] }]);
    const missing = await assay(rig, ['escalate', 'nowhere.md']);
    expect([missing.code, missing.out]).toEqual([2, expect.stringContaining('error FILE_MISSING')]);
    const empty = await assay(rig, ['submit', '', '--json']);
    expect([empty.code, JSON.parse(empty.out)]).toMatchObject([2, { error: { code: 'TOOL_INPUT_INVALID' } }]);
    const choice = await assay(rig, ['submit', 'x', '--expectation', 'MAYBE']);
    expect([choice.code, choice.out]).toEqual([2, expect.stringContaining('PASS, FAIL')]);
  }, 300_000);

  it('G1.4 lists them to clients with the hints that make them usable', async () => {
    const rig = makeRig({ config: null });
    const { client } = await rig.connect();
    const { tools } = await client.listTools();
    const submit = tools.find(({ name }) => name === 'submit_work');
    expect(submit).toMatchObject({
      annotations: { destructiveHint: false, openWorldHint: false, readOnlyHint: false },
      _meta: { 'anthropic/alwaysLoad': true },
      inputSchema: { required: ['summary'] },
    });
    expect(client.getInstructions()).toContain('get_task');
  });
});
