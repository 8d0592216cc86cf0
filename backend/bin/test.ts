// First of all: nothing that is loaded later may change what all objects share.
import '@crossdock/kernel/hardening'
import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configure, processCLIArgs, run } from '@japa/runner'
import { assert } from '@japa/assert'
import { spec } from '@japa/runner/reporters'
import type { PluginFn } from '@japa/runner/types'
import { removeTemplates } from '@crossdock/backend/testing'
import { testDatabase } from '@crossdock/kernel/testing'
import { SharedFiles } from '../testing/shared_files.js'

const args = process.argv.slice(2)
processCLIArgs(args)

const everything = [
  'backend/{kernel,app}/*/tests/**/*.spec.ts',
  'backend/outside/tests/**/*.spec.ts',
  'backend/tests/**/*.spec.ts',
  'plugins/*/tests/**/*.spec.ts',
  'cli/tests/**/*.spec.ts',
]
/** What no database has a part in, and journeys whose subject is the console: run on the default database. */
const once = [
  'cli/tests/**/*.spec.ts',
  'backend/kernel/{egress,ground,plugin,secrets,settings}/tests/**/*.spec.ts',
  'backend/kernel/database/tests/{durability,shared_commits,watch}.spec.ts',
  'backend/kernel/http/tests/{answer_of,http_server,limits,operation,pace,security_log}.spec.ts',
  'backend/kernel/jobs/tests/cron.spec.ts',
  'backend/kernel/mail/tests/*.spec.ts',
  'backend/kernel/storage/tests/{chunk_list,cut_points,cutting,disk_packs,resync,room,s3_answers,s3_packs,upload_form,window_maximum}.spec.ts',
  'backend/outside/tests/{commands,console,lock,packages}.spec.ts',
  'backend/app/access/tests/{devices,limits}.spec.ts',
  'backend/app/{passkeys,sso}/tests/limits.spec.ts',
  'backend/tests/{api_description,bench,bounds,browser_safety,bundled_copies,console_bundle,console_files,doors,give_back}.spec.ts',
  'backend/tests/{env_file,logs,second_look,shared_files,short_refusals,terminal,translations,vendored_packages}.spec.ts',
  'backend/tests/journeys/!(main_job).spec.ts',
  'plugins/integrations/tests/{build_request,rest_connector}.spec.ts',
]

/** What takes longest comes first, so that nobody has to wait for it alone at the end. */
const long = [
  'backend/tests/{kill_restart,process,terminal}.spec.ts',
  'backend/tests/explain/*.spec.ts',
  'backend/tests/journeys/*.spec.ts',
]

const found = [...new Set([...globSync(long), ...globSync(everything).sort()])]
const free = new Set(globSync(once))
/** Compiled tests lie in a tree like that of the sources. */
const tree = new URL('../../', import.meta.url)
const isCompiled = import.meta.url.endsWith('.js')
const suite = (name: string, isIn: (file: string) => boolean) => ({
  name,
  files: () =>
    found
      .filter(isIn)
      .map((file) => new URL(isCompiled ? file.replace(/\.ts$/, '.js') : file, tree)),
})
/** Where processes that run the same files side by side note which of them has taken which (see bootstrap/test.mjs). */
const { TEST_SHARED: shared } = process.env
const named = args.some((arg) => arg.startsWith('--files'))

/** So that the set-up can run once more what has failed (see bootstrap/second_look.mjs). */
const namesFailedFiles: PluginFn = ({ emitter }) => {
  emitter.on('test:end', ({ hasError, meta }) => {
    if (hasError) console.log(`Failed in ${relative(fileURLToPath(tree), meta.fileName)}`)
  })
}

configure({
  suites: [
    suite('database', (file) => !free.has(file)),
    ...(named || testDatabase === 'sqlite' ? [suite('once', (file) => free.has(file))] : []),
  ],
  ...(shared ? { refiner: new SharedFiles(shared) } : {}),
  plugins: [assert(), namesFailedFiles],
  reporters: { activated: ['spec'], list: [spec()] },
  // Longer than all waits inside a test, so that a test in vain says what it waited for.
  timeout: 1_800_000,
  forceExit: true,
  teardown: [removeTemplates],
})

console.log(`Database: ${testDatabase}`)
await run()
