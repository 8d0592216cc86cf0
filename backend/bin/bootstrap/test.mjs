import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from './build.mjs'
import { findChanged } from './changed.mjs'
import check from './check.mjs'
import { add, none, sentence } from './counts.mjs'
import { described } from './described.mjs'
import { install, npm } from './install.mjs'
import { codeCache } from './paths.mjs'
import { findPostgres } from './postgres.mjs'
import { consoleArea, hasChanges, noteProven, areasDue, areasToProve } from './proven.mjs'
import { countsOf, mostExpensive, failureLines, readRecords, readVitest } from './records.mjs'
import { run } from './run.mjs'
import { runners, sideBySide } from './side_by_side.mjs'
import { mostForgiven, secondLook } from './second_look.mjs'
import { findSqlite3 } from './sqlite3.mjs'
import { readTestArgs } from './test_args.mjs'
import { compiledNames, testProgram } from './test_tree.mjs'

/** The areas whose specs test the requirements of a database driver. */
const ofDriver = ['database', 'events', 'jobs', 'tenancy'].map((name) => `backend/kernel/${name}`)

/**
 * `npm test`: the tests for a change. Every spec runs on SQLite, and specs marked `onBothDatabases` also on
 * PostgreSQL, without the tests tagged `long`. The console's stories follow.
 *
 * - `--changed`: runs `npm run check` and what the change since `origin/main` can break (see changed.mjs).
 * - `--times`: runs one program at a time, shows the 40 most expensive tests, and fails those that take more
 *   than 3 s of processor time without the tag `long`.
 * - Other arguments go to the test runner of backend and CLI (`--files tenant_scope`). Stories are then
 *   skipped.
 */
export default function (args) {
  return test(args, { proving: false })
}

/**
 * @param proving runs everything at full size, on both databases and with the second SQLite driver (`npm run
 * prove`). Without other arguments it runs area by area, and only the areas that are due.
 */
export async function test(args, { proving }) {
  const { chosen, times, all, ...given } = readTestArgs(args, { proving })
  const changed = given.changed ? findChanged() : undefined
  if (changed && (await check()) !== 0) return 1
  const node = await install({ dev: true })
  await build(node)
  // Uses the fresh build, which starts faster than the sources.
  await build(node, [described])
  const program = await testProgram(node)
  const notes = mkdtempSync(join(tmpdir(), 'crossdock-tests-'))
  const env = {
    ...(proving ? { PROVE: '1' } : {}),
    ...(times ? { TEST_MOST_SECONDS: '3' } : {}),
  }
  const of = { node, program, notes, env }
  try {
    if (proving && chosen.length === 0 && !changed) return await proveAreas(of, { all })
    return (await runParts(of, { proving, chosen, changed, times })).status
  } finally {
    rmSync(notes, { recursive: true, force: true })
  }
}

/**
 * Runs area by area and records each area that passed, so that an interrupted run can continue.
 * @returns the exit status
 */
async function proveAreas(of, { all }) {
  const areas = (all ? areasToProve() : areasDue()) ?? []
  const total = none()
  const failed = []
  for (const [index, area] of areas.entries()) {
    write(`\n##### ${area.name} (${index + 1} of ${areas.length})`)
    const begun = performance.now()
    const { status, counts } = await runParts(of, { proving: true, chosen: [], area })
    add(total, counts)
    if (status !== 0) failed.push(area.name)
    else if (hasChanges()) write('Not noted: the tested files have changes that are not committed.')
    else noteProven(area, (performance.now() - begun) / 60_000)
  }
  write(
    areas.length === 0
      ? 'Every area is proven in its present state. npm run prove -- --all runs all again.'
      : `Areas proven: ${areas.length - failed.length} of ${areas.length}. Commit .ci/proven.json.`
  )
  if (failed.length > 0) write(`Failed: ${failed.join(', ')}`)
  write(sentence(total))
  return failed.length > 0 ? 1 : 0
}

/** Runs the parts of a run and reports them. */
async function runParts(of, { proving, chosen, changed, times, area }) {
  const begun = performance.now()
  const parts = partsOf(of, { proving, chosen, changed, area })
  // Idle programs help with the parts that have many files.
  const alone = times || chosen.length > 0
  const helped = alone ? [] : parts.filter(({ sharesFiles }) => sharesFiles)
  const side = alone ? 1 : runners()
  const results = await runAll(parts, helped, { notes: mkdtempSync(join(of.notes, 'run-')), side })
  const forgiven = chosen.length > 0 ? [] : await secondLook(results, write)
  const all = chosen.length === 0 && !changed
  return report(results, { all, chosen, forgiven, times, begun })
}

/** The parts of a run, the longest first. */
function partsOf(of, { proving, chosen, changed, area }) {
  const files = (paths) => [`--files=${paths.join()}`]
  const specsOn = (name, database, args, more) => specs(of, name, { database, args, ...more })
  if (changed) {
    const { specs: all, own, stories: ownStories } = changed
    const both = { find: findPostgres, env: { TEST_BOTH: own.join() } }
    return [
      ...(all.length > 0 ? [specsOn('SQLite', 'sqlite', files(all))] : []),
      ...(all.length > 0 ? [specsOn('PostgreSQL', 'pg', files(all), both)] : []),
      ...(ownStories.length > 0 ? [stories(of, ownStories)] : []),
    ]
  }
  if (area?.name === consoleArea) return [stories(of, [])]
  const args = area ? files(area.specs) : chosen
  const find = () => findSqlite3(of.node, { compiles: chosen.length === 0 })
  return [
    specsOn('SQLite', 'sqlite', args),
    specsOn('PostgreSQL', 'pg', args, { find: findPostgres }),
    ...(proving && (!area || ofDriver.includes(area.name))
      ? [specsOn('SQLite by sqlite3', 'sqlite', args, { find, sharesFiles: false })]
      : []),
    ...(area || chosen.length > 0 ? [] : [stories(of, [])]),
  ]
}

const write = (line) => process.stdout.write(`${line}\n`)

/** A part of the run: the specs on one database. `find` returns what the part needs, or what is missing. */
function specs(
  { node, program, notes, env: ofAll },
  name,
  { database, args, find, env, sharesFiles = true }
) {
  const start = async (chosen, say, more) => {
    const path = join(mkdtempSync(join(notes, 'records-')), 'records')
    const status = await follow(node, [...program, ...compiledNames(chosen)], say, {
      TEST_DATABASE: database,
      // Test the fresh build of server and CLI, which also starts fastest.
      TEST_BUILD: 'fresh',
      TEST_RECORD: path,
      ...codeCache,
      ...ofAll,
      ...env,
      ...more,
    })
    return ended(readRecords(path), status)
  }
  let needed
  return {
    name,
    sharesFiles,
    find: find && (async () => (needed = await find())),
    run: (say, more) => start(args, say, { ...more, ...needed?.env }),
    again: (files, say) => start([`--files=${files.join()}`], say, needed?.env),
  }
}

/** The console's stories of these files, or all of them for an empty list. */
function stories({ notes, env }, chosen) {
  const start = async (files, say) => {
    const path = join(mkdtempSync(join(notes, 'records-')), 'report.json')
    const filters = files.map((path) => path.replace(/^admin\//, ''))
    const { file, args, shell } = npm()
    const vitest = [
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${path}`,
      ...filters,
    ]
    const all = [...args, 'run', 'test', '--workspace', '@crossdock/admin', '--', ...vitest]
    const status = await follow(file, all, say, env, shell)
    return ended(readVitest(path), status)
  }
  return {
    name: 'Console',
    run: (say) => start(chosen, say),
    again: start,
  }
}

/**
 * A program exits with 0, or with 1 and a failed test. Any other exit is a crash or an error outside of the
 * tests. It counts as one more failure, because the remaining tests did not run.
 */
function ended(records, status) {
  const hasFailed = records.some(({ outcome }) => outcome === 'failed')
  if (status === 0 || (status === 1 && hasFailed)) return records
  const error = `The program ended with status ${status}, possibly before its last test.`
  return [...records, { title: 'the program', outcome: 'failed', seconds: 0, error }]
}

/** Runs the parts. A helped part shares its files with a second program of the same kind. */
async function runAll(parts, helped, { notes, side }) {
  const results = new Map(parts.map((part) => [part, { part, records: [] }]))
  const over = new Set()
  const task = (part, index) => async (say) => {
    const helps = index >= parts.length
    if (helps && over.has(part)) return
    say(`\n=== ${part.name}${helps ? ', with others' : ''}`)
    // Selects the ports of each program, and identifies it when several share files (see backend/testing).
    const env = { TEST_RUNNER: String(process.pid + index) }
    if (helped.includes(part)) {
      env.TEST_SHARED = join(notes, part.name)
      mkdirSync(env.TEST_SHARED, { recursive: true })
    }
    results.get(part).records.push(...(await outcome(part, helps, env, say)))
    over.add(part)
  }
  await sideBySide([...parts, ...helped].map(task), side, write)
  return [...results.values()]
}

/** Runs a part, or prints why it cannot run: in CI that is a failure, elsewhere the part is skipped by name. */
async function outcome(part, helps, env, say) {
  const { missing, must = Boolean(process.env.CI) } = (await part.find?.()) ?? {}
  if (!missing) return part.run(say, env)
  // The first program of the part reports what is missing.
  if (helps) return []
  say(`${must ? 'Failed' : 'Skipped'}: ${missing}`)
  return [{ title: missing, outcome: must ? 'failed' : 'skipped', seconds: 0 }]
}

/** @returns `status`, the exit status of the run, and its `counts` */
function report(results, { all, chosen, forgiven, times, begun }) {
  const records = results.flatMap(({ part, records: own }) =>
    own.map((record) => ({ ...record, part: part.name }))
  )
  write('')
  if (times)
    tell(
      'The most expensive tests',
      mostExpensive(records, ({ part, title }) => `${part}: ${title}`, 40)
    )
  if (all)
    tell(
      'The most expensive files',
      mostExpensive(records, ({ part, file }) => `${part}: ${file}`, 10)
    )
  for (const { part, record } of forgiven)
    failureLines(`Failed once and passed the second time (${part})`, record).forEach(write)
  for (const record of records)
    if (record.outcome === 'failed') failureLines(record.part, record).forEach(write)
  const width = Math.max(...results.map(({ part }) => part.name.length))
  const total = none()
  for (const { part, records: own } of results) {
    const counts = countsOf(own)
    // A full run without tests in a part is an error. Chosen files may all belong to other parts.
    if (all && counts.passed + counts.failed + counts.skipped === 0) counts.failed = 1
    add(total, counts)
    write(`${part.name.padEnd(width)}  ${sentence(counts)}`)
  }
  const minutes = (performance.now() - begun) / 60_000
  write(
    `${minutes.toFixed(1)} minutes; forgiven after a second run: ${forgiven.length} of at most ${mostForgiven}`
  )
  write(sentence(total))
  if (chosen.length > 0 && total.passed + total.failed === 0) {
    write(
      `No test ran, because none matches ${chosen.join(' ')}. Only npm run prove runs tests tagged long.`
    )
    return { status: 1, counts: total }
  }
  return { status: total.failed > 0 ? 1 : 0, counts: total }
}

function tell(title, rows) {
  write(`${title}, in seconds of processor time:`)
  for (const [name, seconds, tests] of rows)
    if (seconds > 0)
      write(`${seconds.toFixed(1).padStart(8)}  ${String(tests).padStart(4)}  ${name}`)
}

/** Runs a program, prints its output and resolves with its exit status. */
function follow(file, args, say, env, shell = false) {
  return run(file, args, {
    shell,
    env: { NODE_ENV: 'test', ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    onStart(child) {
      for (const stream of [child.stdout, child.stderr])
        createInterface({ input: stream, crlfDelay: Infinity }).on('line', say)
    },
  })
}
