import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { join } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import { findBrowser } from './.storybook/browser.js'
import viteConfig from './vite.config.ts'

// The stories run with the production React, which also takes half as long as the development one.
process.env.NODE_ENV = 'production'

/** `npm run prove` runs every story, with axe on each. */
const isProving = process.env.PROVE === '1'
const launchOptions = await findBrowser()

export default mergeConfig(
  viteConfig,
  defineConfig({
    // A dependency first found during a run would reload the page under a test.
    optimizeDeps: { force: true },
    plugins: [
      storybookTest({
        configDir: join(import.meta.dirname, '.storybook'),
        // Stories that other stories cover have the tag `long`.
        tags: { exclude: isProving ? [] : ['long'] },
      }),
    ],
    test: {
      name: 'stories',
      // Which stories axe checks (see preview.tsx); `npm run prove` sets PROVE.
      env: { STORIES_AXE: isProving ? 'all' : 'first' },
      // One page for all: loading the console again for each file took a third of the time. Stories share modules anyway.
      isolate: false,
      // A story may test many failures, on a busy machine.
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
