import { previewTool } from '../../src/tools/preview/tool.ts';

/** One preview in a process of its own, which prints what it cost: `node preview.ts FILE [--count]`. */
const [file = '', flag] = process.argv.slice(2);
const started = performance.now();
const result = await previewTool.run(previewTool.input.parse({ file, max: 5, count: flag === '--count' }), {
  signal: new AbortController().signal,
  cwd: process.cwd(),
  env: { PATH: process.env.PATH ?? '' },
  progress: () => {},
});
const ms = performance.now() - started;
if (!result.ok) throw new Error(result.error.message);
const { valid, checked, collections } = result.output;
const { maxRSS: maxRssKb, userCPUTime, systemCPUTime } = process.resourceUsage();
const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
console.log(JSON.stringify({ ms, cpuSeconds, maxRssKb, valid, checked, collections }));
