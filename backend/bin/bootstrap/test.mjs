import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from './build.mjs'
import { add, none, readCounts, sentence } from './counts.mjs'
import { Failures } from './failures.mjs'
import { install, npm } from './install.mjs'
import { codeCache } from './paths.mjs'
import { findPostgres } from './postgres.mjs'
import { run } from './run.mjs'
import { runners, sideBySide } from './side_by_side.mjs'
import { secondLook } from './second_look.mjs'
import { findSqlite3 } from './sqlite3.mjs'
import { compiledNames, testProgram } from './test_tree.mjs'

/** The tests that try what a driver must be able to do. */
const ofDriver = [
  'database',
  `--files=${['database', 'events', 'jobs', 'tenancy'].map((room) => `kernel/${room}/tests/*`).join()}`,
]

/**
 * `npm test`: everything, on each database. Arguments go to the test runner of the backend and the CLI
 * (`npm test -- --files tenant_scope`); the console's stories are left out then.
 */
export default async function (args) {
  const node = await install({ dev: true })
  await build(node)
  const program = await testProgram(node)
  const all = args.length === 0
  const japa = (database, chosen) => (env, say) =>
    count(node, [...program, ...chosen, ...compiledNames(args)], say, {
      TEST_DATABASE: database,
      // Server and CLI are tried as they were just built, which is also how they start quickest.
      TEST_BUILD: 'fresh',
      ...codeCache,
      ...env,
    })
  const onDatabase = (database, chosen) => ({
    run: japa(database, chosen),
    again: (files, env, say) => japa(database, [`--files=${files.join()}`])(env, say),
  })
  const sqlite = { name: 'SQLite', ...onDatabase('sqlite', all ? ['database'] : []) }
  // What does not depend on the database (see backend/bin/test.ts).
  const once = { name: 'Once', ...onDatabase('sqlite', ['once']) }
  const postgres = { name: 'PostgreSQL', find: findPostgres, ...onDatabase('pg', []) }
  const sqlite3 = {
    name: 'SQLite by sqlite3',
    find: () => findSqlite3(node),
    ...onDatabase('sqlite', all ? ofDriver : []),
  }
  const screens = {
    name: 'Console',
    run: (env, say) => stories([], env, say),
    again: stories,
  }
  if (!all) return runAll([sqlite, postgres, sqlite3], [], 1)
  // The longest first. When all have begun, those that are free help with what has many files.
  return runAll([postgres, screens, sqlite, sqlite3, once], [postgres, sqlite, once], runners())
}

const write = (line) => process.stdout.write(`${line}\n`)

/** Runs the parts; those that get help share their files with a second program of the same kind. */
async function runAll(parts, helped, side) {
  const notes = mkdtempSync(join(tmpdir(), 'crossdock-tests-'))
  const totals = new Map(
    parts.map((part) => [part, { part, counts: none(), failures: [], files: new Set(), told: 0 }])
  )
  const ended = new Set()
  const task = (part, index) => async (say) => {
    const helps = index >= parts.length
    if (helps && ended.has(part)) return
    say(`\n=== ${part.name}${helps ? ', with others' : ''}`)
    // Where each has its ports, and who has which file (see backend/testing).
    const env = { TEST_RUNNER: String(process.pid + index) }
    if (helped.includes(part)) {
      env.TEST_SHARED = join(notes, part.name)
      mkdirSync(env.TEST_SHARED, { recursive: true })
    }
    const failures = new Failures()
    const total = totals.get(part)
    add(total.counts, await outcome(part, helps, env, listening(say, failures)))
    total.failures.push(...failures.each(part.name))
    total.told += failures.count
    for (const file of failures.files) total.files.add(file)
    ended.add(part)
  }
  try {
    await sideBySide([...parts, ...helped].map(task), side, write)
  } finally {
    rmSync(notes, { recursive: true, force: true })
  }
  const results = [...totals.values()]
  for (const total of results) total.counts = some(total)
  // Who names files looks at what fails.
  if (helped.length > 0) await secondLook(results, write)
  return report(results)
}

const listening = (say, failures) => (line) => {
  failures.read(line)
  say(line)
}

/** Runs a part, or says why it cannot: in CI that is a failure, elsewhere it is skipped by name. */
async function outcome({ find, run: runPart }, helps, shared, say) {
  const { env = {}, missing, must = Boolean(process.env.CI) } = (await find?.()) ?? {}
  if (!missing) return runPart({ ...shared, ...env }, say)
  // It counts once.
  if (helps) return none()
  say(`${must ? 'Failed' : 'Skipped'}: ${missing}`)
  return { ...none(), [must ? 'failed' : 'skipped']: 1 }
}

function report(results) {
  const total = results.reduce((sum, { counts }) => add(sum, counts), none())
  const width = Math.max(...results.map(({ part }) => part.name.length))
  console.log('')
  for (const { unsteady = [] } of results)
    for (const line of unsteady.flat()) console.log(`Unsteady, passed the second time: ${line}`)
  for (const { failures } of results) for (const line of failures.flat()) console.log(line)
  for (const { part, counts } of results)
    console.log(`${part.name.padEnd(width)}  ${sentence(counts)}`)
  console.log(sentence(total))
  return total.failed > 0 ? 1 : 0
}

const stories = (files, env, say) => {
  const { file, args, shell } = npm()
  const program = [...args, 'run', 'test', '--workspace', '@crossdock/admin', '--', ...files]
  return count(file, program, say, env, shell)
}

/**
 * Runs a test program, shows its output and reads its counts. Its exit status has the last word: a run that
 * failed outside a test (a hook, a crash) is one failure.
 */
async function count(file, args, say, env, shell = false) {
  let counts = none()
  const status = await run(file, args, {
    shell,
    env: { NODE_ENV: 'test', ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    onStart(child) {
      const lines = (input) => createInterface({ input, crlfDelay: Infinity })
      lines(child.stderr).on('line', say)
      lines(child.stdout).on('line', (line) => {
        counts = readCounts(line) ?? counts
        say(line)
      })
    },
  })
  if (counts.failed > 0 || status === 0) return counts
  say(`No test failed, but the run ended with status ${status}.`)
  return { ...counts, failed: 1 }
}

/** A part in which no test was run is one failure. */
function some({ part, counts }) {
  if (counts.passed + counts.failed + counts.skipped > 0) return counts
  write(`${part.name}: no test was run.`)
  return { ...counts, failed: 1 }
}
