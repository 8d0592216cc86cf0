import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { build } from './build.mjs'
import { add, none, readCounts, sentence } from './counts.mjs'
import { install, npm } from './install.mjs'
import { at } from './paths.mjs'
import { findPostgres } from './postgres.mjs'
import { run } from './run.mjs'
import { sourceFlags } from './source.mjs'
import { findSqlite3 } from './sqlite3.mjs'

/** The tests that try what a driver must be able to do. */
const ofDriver = [
  'database',
  `--files=${['database', 'events', 'jobs', 'storage', 'tenancy'].map((room) => `kernel/${room}/tests/*`).join()}`,
]

/**
 * `npm test`: everything, on each database. Arguments go to the test runner of the backend and the CLI
 * (`npm test -- --files tenant_scope`); the console's stories are left out then.
 */
export default async function (args) {
  const node = await install({ dev: true })
  await build(node)
  const all = args.length === 0
  const japa = (database, files) => (env, say) =>
    count(node, [...sourceFlags, at('backend', 'bin', 'test.ts'), ...files, ...args], say, {
      TEST_DATABASE: database,
      // Server and CLI are tried as they were just built, which is also how they start quickest.
      TEST_BUILD: 'fresh',
      ...env,
    })
  const sqlite = { name: 'SQLite', run: japa('sqlite', all ? ['database'] : []) }
  // What does not depend on the database (see backend/bin/test.ts).
  const once = { name: 'Once', run: japa('sqlite', ['once']) }
  const postgres = { name: 'PostgreSQL', find: findPostgres, run: japa('pg', []) }
  const sqlite3 = {
    name: 'SQLite by sqlite3',
    find: () => findSqlite3(node),
    run: japa('sqlite', all ? ofDriver : []),
  }
  const screens = { name: 'Console', run: stories }
  if (!all || availableParallelism() < 2) {
    return report(await inTurn([sqlite, postgres, sqlite3, ...(all ? [once, screens] : [])], write))
  }

  // Two runners side by side, the longest parts first; what the second one says is shown when it has ended.
  const parts = [postgres, sqlite, once, screens, sqlite3]
  let unsaid = ''
  const results = await Promise.all([
    inTurn(parts, write),
    inTurn(parts, (line) => (unsaid += `${line}\n`)),
  ])
  process.stdout.write(unsaid)
  return report(results.flat())
}

const write = (line) => process.stdout.write(`${line}\n`)

/** Runs one part after the other, those that another runner has not taken meanwhile. */
async function inTurn(parts, say) {
  const results = []
  for (let part = parts.shift(); part; part = parts.shift()) {
    say(`\n=== ${part.name}`)
    results.push({ name: part.name, counts: await outcome(part, say) })
  }
  return results
}

/** Runs a part, or says why it cannot: in CI that is a failure, elsewhere it is skipped by name. */
async function outcome({ find, run: runPart }, say) {
  const { env = {}, missing, must = Boolean(process.env.CI) } = (await find?.()) ?? {}
  if (!missing) return runPart(env, say)
  say(`${must ? 'Failed' : 'Skipped'}: ${missing}`)
  return { ...none(), [must ? 'failed' : 'skipped']: 1 }
}

function report(results) {
  const total = results.reduce((sum, { counts }) => add(sum, counts), none())
  const width = Math.max(...results.map(({ name }) => name.length))
  console.log('')
  for (const { name, counts } of results) console.log(`${name.padEnd(width)}  ${sentence(counts)}`)
  console.log(sentence(total))
  return total.failed > 0 ? 1 : 0
}

const stories = (env, say) => {
  const { file, args, shell } = npm()
  return count(file, [...args, 'run', 'test', '--workspace', '@crossdock/admin'], say, env, shell)
}

/**
 * Runs a test program, shows its output and reads its counts. Its exit status has the last word: a run that
 * failed outside a test (a hook, a crash), or that ran no test at all, is one failure.
 */
async function count(file, args, say, env, shell = false) {
  let counts = none()
  const status = await run(file, args, {
    shell,
    env: { NODE_ENV: 'test', ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    onStart(child) {
      createInterface({ input: child.stdout, crlfDelay: Infinity }).on('line', (line) => {
        counts = readCounts(line) ?? counts
        say(line)
      })
    },
  })
  const ran = counts.passed + counts.failed + counts.skipped
  if (counts.failed > 0 || (status === 0 && ran > 0)) return counts
  say(
    ran === 0 ? 'No test was run.' : `Every test passed, but the run ended with status ${status}.`
  )
  return { ...counts, failed: 1 }
}
