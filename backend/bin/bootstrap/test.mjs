import { createInterface } from 'node:readline'
import { build } from './build.mjs'
import { add, none, readCounts, sentence } from './counts.mjs'
import { install, npm } from './install.mjs'
import { at } from './paths.mjs'
import { findPostgres } from './postgres.mjs'
import { run } from './run.mjs'
import { sourceFlags } from './source.mjs'
import { findSqlite3 } from './sqlite3.mjs'

/** The tests in the rooms of kernel, domains and plugins: those that speak to a database themselves. */
const ofRooms = ['--files=kernel/*/tests/*,app/*/tests/*,plugins/*/tests/*']

/**
 * `npm test`: everything, on each database. Arguments go to the test runner of the backend and the CLI
 * (`npm test -- --files tenant_scope`); the console's stories are left out then.
 */
export default async function (args) {
  const node = await install({ dev: true })
  await build(node)
  const japa = (env, files = []) =>
    count(node, [...sourceFlags, at('backend', 'bin', 'test.ts'), ...files, ...args], env)
  const parts = [
    { name: 'SQLite', run: () => japa({ TEST_DATABASE: 'sqlite' }) },
    { name: 'PostgreSQL', find: findPostgres, run: (env) => japa({ TEST_DATABASE: 'pg', ...env }) },
    {
      name: 'SQLite by sqlite3',
      find: () => findSqlite3(node),
      run: (env) => japa({ TEST_DATABASE: 'sqlite', ...env }, args.length > 0 ? [] : ofRooms),
    },
    ...(args.length > 0 ? [] : [{ name: 'Console', run: stories }]),
  ]

  const results = []
  for (const part of parts) {
    console.log(`\n=== ${part.name}`)
    results.push({ name: part.name, ...(await outcome(part)) })
  }
  return report(results)
}

/** Runs a part, or says why it cannot: in CI that is a failure, elsewhere it is skipped by name. */
async function outcome({ find, run: runPart }) {
  const { env = {}, missing, must = Boolean(process.env.CI) } = (await find?.()) ?? {}
  if (!missing) return { counts: await runPart(env) }
  console.log(`${must ? 'Failed' : 'Skipped'}: ${missing}`)
  return { counts: { ...none(), [must ? 'failed' : 'skipped']: 1 } }
}

function report(results) {
  const total = results.reduce((sum, { counts }) => add(sum, counts), none())
  const width = Math.max(...results.map(({ name }) => name.length))
  console.log('')
  for (const { name, counts } of results) console.log(`${name.padEnd(width)}  ${sentence(counts)}`)
  console.log(sentence(total))
  return total.failed > 0 ? 1 : 0
}

const stories = () => {
  const { file, args, shell } = npm()
  return count(file, [...args, 'run', 'test', '--workspace', '@crossdock/admin'], {}, shell)
}

/**
 * Runs a test program, shows its output and reads its counts. Its exit status has the last word: a run that
 * failed outside a test (a hook, a crash), or that ran no test at all, is one failure.
 */
async function count(file, args, env, shell = false) {
  let counts = none()
  const status = await run(file, args, {
    shell,
    env: { NODE_ENV: 'test', ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    onStart(child) {
      createInterface({ input: child.stdout, crlfDelay: Infinity }).on('line', (line) => {
        counts = readCounts(line) ?? counts
        process.stdout.write(`${line}\n`)
      })
    },
  })
  const ran = counts.passed + counts.failed + counts.skipped
  if (counts.failed > 0 || (status === 0 && ran > 0)) return counts
  console.log(
    ran === 0 ? 'No test was run.' : `Every test passed, but the run ended with status ${status}.`
  )
  return { ...counts, failed: 1 }
}
