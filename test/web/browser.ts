import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The system's Chromium; another one by `ASSAY_CHROMIUM`. */
const PROGRAM = process.env.ASSAY_CHROMIUM ?? '/usr/bin/chromium';

/** Why tests in a browser cannot run here; null where they can. */
export const noBrowser: string | null = existsSync(PROGRAM)
  ? null
  : `${PROGRAM} is not there: install Chromium, or name one with ASSAY_CHROMIUM`;

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: PROGRAM,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      '--force-color-profile=srgb',
    ],
  });
