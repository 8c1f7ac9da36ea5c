import { describe, expect, it } from 'vitest';
import { PERMISSION_SIGNAL } from '#contracts/signals.ts';
import { noBrowser } from './browser.ts';
import { addRun, permissionRun } from './sample-runs.ts';
import { aWindow, useBrowser } from './visit.ts';

/** Harmless to who reads the first lines, and to who does not see what turns the text round. */
const LINE = `npm test${'\n# nothing to see'.repeat(60)}\nrm -rf ~/\u202e#\u200bdliub`;

/** An agent that says something nice about something that is not. */
function spoofed(id: string) {
  const sample = permissionRun(id);
  const events = sample.events.map((event) =>
    event.type === 'node.asked' && event.data.signal === PERMISSION_SIGNAL
      ? {
          ...event,
          data: {
            ...event.data,
            question: {
              inline: {
                text: 'May I run the tests?',
                request: { id: 'call_8', tool: 'bash', action: { type: 'command', line: LINE, cwd: '.' } },
              },
            },
          },
        }
      : event,
  );
  return { ...sample, events };
}

describe.skipIf(noBrowser !== null)(`C8.7 a request that wants to look like another ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it('is headed by its effect, shows invisible characters, and can be allowed only after all of it was seen', async () => {
    const { server, runs } = await aWindow();
    await addRun(runs, spoofed('rspoof01'));
    const { page, complaints } = await browser.open(server.newLink(), '/approvals');
    await page.getByTestId('asked').waitFor();
    // What the agent calls it is no headline.
    expect(await page.getByTestId('need-headline').textContent()).toMatch(/^bash wants to run npm test/);
    expect(await page.getByText('May I run the tests?').count()).toBe(0);
    const box = page.getByRole('region', { name: 'Everything it would do' });
    expect(await box.textContent()).toContain('rm -rf ~/⟨U+202E⟩#⟨U+200B⟩dliub');

    // The attack: a person who presses y on what they see of it.
    const decided: string[] = [];
    page.on('request', (request) => request.url().endsWith('/permission') && decided.push(request.url()));
    await page.getByRole('button', { name: 'Deny n' }).waitFor();
    await page.keyboard.press('y');
    await page.keyboard.press('p');
    // A request behind whatever the keys have sent: when it is answered, those have left.
    await page.evaluate(`fetch('/api/session').then((answer) => answer.text())`);
    expect(decided).toEqual([]);
    await page.getByTestId('not-all-seen').waitFor();
    expect(await page.getByRole('button', { name: /^Allow once/ }).isDisabled()).toBe(true);

    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.getByTestId('not-all-seen').waitFor({ state: 'detached' });
    // Not at once: it is armed a moment after all was seen.
    await page.getByRole('button', { name: /^Allow once/, disabled: false }).waitFor();
    expect(complaints).toEqual([]);
  });
});
