import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { join } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import { findBrowser } from './.storybook/browser.js'
import viteConfig from './vite.config.ts'

// The stories run with the React people get, which also takes half of the time of the one for development.
process.env.NODE_ENV = 'production'

/** `npm run prove` runs every story, with axe on each. */
const isProving = process.env.PROVE === '1'
const launchOptions = await findBrowser()

export default mergeConfig(
  viteConfig,
  defineConfig({
    // A dependency first met during a run would reload the page under a test.
    optimizeDeps: { force: true },
    plugins: [
      storybookTest({
        configDir: join(import.meta.dirname, '.storybook'),
        // A story whose like is tested elsewhere says so by the tag `long`.
        tags: { exclude: isProving ? [] : ['long'] },
      }),
    ],
    test: {
      name: 'stories',
      // What axe looks at (see preview.tsx): `npm run prove` sets PROVE.
      env: { STORIES_AXE: isProving ? 'all' : 'first' },
      // All in one page: loading the console anew for each file took a third of the time. Stories share modules anyway.
      isolate: false,
      // A story may go through many failures, on a machine that does other things too.
      testTimeout: 300_000,
      browser: {
        enabled: true,
        headless: true,
        provider: playwright({
          launchOptions,
          contextOptions: { reducedMotion: 'reduce', locale: 'en-US' },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  })
)
