// First of all: nothing that is loaded later may change what all objects share.
import '@crossdock/kernel/hardening'
import { configure, processCLIArgs, run } from '@japa/runner'
import { assert } from '@japa/assert'
import { spec } from '@japa/runner/reporters'
import { testDatabase } from '@crossdock/kernel/testing'

processCLIArgs(process.argv.slice(2))

configure({
  files: [
    'backend/kernel/*/tests/**/*.spec.ts',
    'backend/app/*/tests/**/*.spec.ts',
    'backend/tests/**/*.spec.ts',
    'plugins/*/tests/**/*.spec.ts',
    'cli/tests/**/*.spec.ts',
  ],
  plugins: [assert()],
  reporters: { activated: ['spec'], list: [spec()] },
  // Longer than any wait inside a test, so that a test in vain says what it waited for.
  timeout: 180_000,
  forceExit: true,
})

console.log(`Database: ${testDatabase}`)
await run()
