import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type InlineConfig, type Plugin } from 'vite';
import { NONCE_PLACEHOLDER } from '#contracts/http/session-routes.ts';

const root = import.meta.dirname;
const outDir = join(root, '../dist/web');

/** The page, and the viewer that an exported run contains in its one file. */
export default defineConfig({
  root,
  plugins: [react(), tailwindcss(), viewerBeside()],
  html: { cspNonce: NONCE_PLACEHOLDER },
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    target: 'es2024',
    // A test checks the size of what is really sent.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    // No inlining: the policy allows no data: scripts, and workers are loaded from files.
    assetsInlineLimit: 0,
  },
});

/** `vite build web` makes both; the viewer is one script and one sheet, whatever it imports. */
function viewerBeside(): Plugin {
  let out = outDir;
  return {
    name: 'assay-viewer',
    apply: 'build',
    configResolved: (config) => {
      out = config.build.outDir;
    },
    closeBundle: async () => void (await build(viewerConfig(out))),
  };
}

const viewerConfig = (out: string): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: out,
    emptyOutDir: false,
    target: 'es2024',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    cssCodeSplit: false,
    rolldownOptions: {
      input: join(root, 'src/viewer/main.tsx'),
      output: { entryFileNames: 'viewer.js', assetFileNames: 'viewer[extname]', codeSplitting: false },
    },
  },
});
