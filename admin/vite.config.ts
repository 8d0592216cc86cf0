import react from '@vitejs/plugin-react'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, searchForWorkspaceRoot } from 'vite'
import { pluginsFolder } from '../backend/outside/folder.mjs'
import { chunks } from './vite/chunks.js'
import { compress } from './vite/compress.js'
import { leaner } from './vite/leaner.js'
import { startEarly } from './vite/start.js'
import { oneChunkPerLanguage } from './vite/texts.js'
import { crossdockPlugins, oneInstance } from './vite/plugins.js'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)
const folder = pluginsFolder(process.env, root)

export default defineConfig({
  root: here,
  plugins: [
    react(),
    crossdockPlugins(root, folder),
    oneChunkPerLanguage(root),
    leaner(),
    startEarly(root),
    compress(),
  ],
  resolve: {
    dedupe: oneInstance,
    // What polyglot and emotion bring for browsers and React of long ago: more than themselves.
    alias: {
      'hoist-non-react-statics': join(here, 'vite/native/hoist_statics.cjs'),
      'object.entries': join(here, 'vite/native/entries.cjs'),
      hasown: join(here, 'vite/native/has_own.cjs'),
      // 4 kB of what react-admin takes from it; lists and forms bring more.
      'lodash/isEqual.js': join(here, 'vite/native/is_equal.cjs'),
      'lodash/debounce.js': join(here, 'vite/native/debounce.cjs'),
    },
  },
  optimizeDeps: {
    // The scanner does not look into lazy globs and the virtual plugin list: name the sources,
    // or the first visit finds new dependencies and reloads.
    entries: ['index.html', 'src/**/*.{ts,tsx}', '../plugins/*/admin/**/*.{ts,tsx}'],
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    fs: { allow: [searchForWorkspaceRoot(here), folder] },
    proxy: {
      '/api': {
        target: process.env.API_URL ?? 'http://127.0.0.1:3333',
        // The server compares the page's origin with the address the request was sent to.
        changeOrigin: false,
      },
      // The public pages are the server's.
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
    // A browser without it finds what a file imports a moment later.
    modulePreload: { polyfill: false },
    // Of kB before compressing: what every page starts with is as large as it is, in one file or in many.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      // How long each plugin took is nobody's business but a developer's.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: { groups: chunks(root) },
      },
      // The kit's index re-exports much that the first screen does not need (forms, dialogs);
      // nothing in it acts on import, so what is unused there stays in the screens' own chunks.
      treeshake: {
        moduleSideEffects: (id) => (id.includes('/admin/src/kit/') ? false : undefined),
      },
    },
  },
})
