import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const here = (path: string) => new URL(path, import.meta.url).pathname;

// The bundle is committed inside the Python package: who plays needs no Node. No hash in a name that the page asks for
// by name only, so that a rebuild of the same sources gives the same files.
export default defineConfig({
  plugins: [svelte()],
  json: { namedExports: false },
  resolve: {
    alias: { $protocol: here('./src/protocol.ts'), $lib: here('./src/lib'), $art: here('./src/art'), $games: here('./src/games') },
  },
  build: {
    outDir: '../src/sabika/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the page's policy allows no inline script or style
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } },
    fs: { allow: ['..'] },
  },
});
