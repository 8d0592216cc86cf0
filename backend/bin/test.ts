// First of all: nothing that is loaded later may change what all objects share.
import '@crossdock/kernel/hardening'
import { configure, processCLIArgs, run } from '@japa/runner'
import { assert } from '@japa/assert'
import { spec } from '@japa/runner/reporters'
import { testDatabase } from '@crossdock/kernel/testing'

const args = process.argv.slice(2)
processCLIArgs(args)

/** What no database has a part in, and journeys whose subject is the console: run on the default database. */
const once = [
  'cli/tests/**/*.spec.ts',
  'backend/kernel/{egress,plugin,secrets,settings}/tests/**/*.spec.ts',
  'backend/tests/journeys/!(main_job).spec.ts',
]
const everywhere = [
  'backend/kernel/!(egress|plugin|secrets|settings)/tests/**/*.spec.ts',
  'backend/app/*/tests/**/*.spec.ts',
  'backend/tests/*.spec.ts',
  'backend/tests/journeys/main_job.spec.ts',
  'plugins/*/tests/**/*.spec.ts',
]
const named = args.some((arg) => arg.startsWith('--files'))

configure({
  files: named || testDatabase === 'sqlite' ? [...everywhere, ...once] : everywhere,
  plugins: [assert()],
  reporters: { activated: ['spec'], list: [spec()] },
  // Longer than any wait inside a test, so that a test in vain says what it waited for.
  timeout: 180_000,
  forceExit: true,
})

console.log(`Database: ${testDatabase}`)
await run()
