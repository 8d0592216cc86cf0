// Import first: later code must not change the prototypes that all objects share.
import '@crossdock/kernel/hardening'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { configure, processCLIArgs, run } from '@japa/runner'
import { Refiner } from '@japa/runner/core'
import { assert } from '@japa/assert'
import { spec } from '@japa/runner/reporters'
import { removeDatabases } from '@crossdock/backend/testing'
import { isProving, testDatabase } from '@crossdock/kernel/testing'
import { recorder } from '../testing/recorder.js'
import { SharedFiles } from '../testing/shared_files.js'

const args = process.argv.slice(2)
processCLIArgs(args)

const specs = [
  'backend/{kernel,app}/*/tests/**/*.spec.ts',
  'backend/outside/tests/**/*.spec.ts',
  'backend/tests/**/*.spec.ts',
  'plugins/*/{tests,program/tests}/**/*.spec.ts',
  'cli/tests/**/*.spec.ts',
]

/** The longest specs start first, so that no program still runs one of them alone at the end. */
const longest = [
  'backend/tests/{kill_restart,process,terminal,tenant_matrix,bad_input}.spec.ts',
  'backend/tests/explain/*.spec.ts',
  'backend/tests/journeys/*.spec.ts',
]

const both = new Set(process.env.TEST_BOTH?.split(','))
const found = [...new Set([...globSync(longest), ...globSync(specs).sort()])]

/**
 * Whether a spec runs on the database of this program. SQLite runs every spec. PostgreSQL runs specs with `//
 * onBothDatabases: why` in their first lines, and in `npm run prove` every spec except those with `//
 * onOneDatabase: why`. `TEST_BOTH` names more specs that run on both (`npm test -- --changed`).
 */
function isOfThisDatabase(file: string): boolean {
  if (testDatabase === 'sqlite') return true
  const head = readFileSync(file, 'utf8').slice(0, 1_000)
  if (isProving || both.has(file)) return !head.includes('// onOneDatabase:')
  return head.includes('// onBothDatabases:')
}

/** Compiled tests are in a tree with the layout of the sources. */
const tree = new URL('../../', import.meta.url)
const isCompiled = import.meta.url.endsWith('.js')
const place = (file: string) => new URL(isCompiled ? file.replace(/\.ts$/, '.js') : file, tree)

/**
 * Folder where parallel programs with the same specs record which program took which spec (see
 * bootstrap/test.mjs).
 */
const { TEST_SHARED: shared } = process.env
const refiner = shared ? new SharedFiles(shared) : new Refiner()
if (!isProving) refiner.add('tags', ['!long'])

configure({
  suites: [{ name: 'specs', files: () => found.filter(isOfThisDatabase).map(place) }],
  refiner,
  plugins: [assert(), recorder(fileURLToPath(tree), refiner, process.env.TEST_RECORD)],
  reporters: { activated: ['spec'], list: [spec()] },
  // Longer than any wait inside a test, so that a failing wait reports what it waited for.
  timeout: 600_000,
  forceExit: true,
  teardown: [removeDatabases],
})

console.log(`Database: ${testDatabase}`)
await run()
