import react from '@vitejs/plugin-react'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, searchForWorkspaceRoot } from 'vite'
import { pluginsFolder } from '../backend/outside/folder.mjs'
import { groupedChunks } from './vite/chunks.js'
import { compress } from './vite/compress.js'
import { removeUnusedCode } from './vite/remove_unused_code.js'
import { preloadFirstScreen } from './vite/start.js'
import { texts } from './vite/texts.js'
import { crossdockPlugins, oneInstance } from './vite/plugins.js'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)
const folder = pluginsFolder(process.env, root)

export default defineConfig({
  root: here,
  plugins: [
    react(),
    crossdockPlugins(root, folder),
    texts(root),
    groupedChunks(root),
    removeUnusedCode(),
    preloadFirstScreen(root),
    compress(),
  ],
  resolve: {
    dedupe: oneInstance,
    // Replaces a polyfill for old React versions, which is larger than emotion itself.
    alias: {
      'hoist-non-react-statics': join(here, 'vite/native/hoist_statics.cjs'),
      // Replace the full versions, because react-admin needs only a small part. Lists and forms load the full versions.
      'lodash/isEqual.js': join(here, 'vite/native/is_equal.cjs'),
      'lodash/debounce.js': join(here, 'vite/native/debounce.cjs'),
    },
  },
  optimizeDeps: {
    // Name the sources, because the scanner finds none in lazy globs and the virtual plugin list. Otherwise the first
    // visit would find new dependencies and reload.
    // Only the virtual module of texts imports it.
    include: ['ra-language-english'],
    entries: ['index.html', 'src/**/*.{ts,tsx}', '../plugins/*/admin/**/*.{ts,tsx}'],
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    fs: { allow: [searchForWorkspaceRoot(here), folder] },
    proxy: {
      '/api': {
        target: process.env.API_URL ?? 'http://127.0.0.1:3333',
        // Keep the Host header, because the server compares it with the origin of the page.
        changeOrigin: false,
      },
      // The server renders the public pages.
      '^/(sales|api-docs(/.*)?)?([?].*)?$': {
        target: process.env.API_URL ?? 'http://127.0.0.1:3333',
        changeOrigin: false,
      },
    },
  },
  build: {
    outDir: 'dist',
    // Not `assets`: that is the address of a screen.
    assetsDir: 'static',
    target: 'es2022',
    // A browser without module preload finds imports a moment later.
    modulePreload: { polyfill: false },
    // In kB before compression. The code of every page has this size, in one file or in many.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      // Timings per plugin are only for developers.
      checks: { pluginTimings: false },
      // The kit's index re-exports much that the first screen does not need (forms, dialogs). Nothing in it
      // has side effects, so unused parts stay in the chunks of the screens.
      treeshake: {
        moduleSideEffects: (id) => (id.includes('/admin/src/kit/') ? false : undefined),
      },
    },
  },
})
