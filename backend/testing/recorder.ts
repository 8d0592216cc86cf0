import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { inspect } from 'node:util'
import type { Group, Refiner, Suite } from '@japa/runner/core'
import type { PluginFn } from '@japa/runner/types'
import { isProving } from '@crossdock/kernel/testing'

/** One line of a test program's record file for `npm test` (see bootstrap/test.mjs). */
export interface TestRecord {
  /** Path from the root of the repository. */
  file: string
  /** Group and test, or group and hook. */
  title: string
  /** `cost` is not a test, but the cost of a group's hooks. */
  outcome: 'passed' | 'failed' | 'skipped' | 'cost'
  /** Processor time of this process and of finished child processes. */
  seconds: number
  /** The thrown error. */
  error?: string
}

/**
 * Maximum processor seconds of a test without the tag `long`, on a machine where `referenceSeconds` returns
 * its reference time. Only `npm test -- --times` sets a limit: it runs one program at a time, and tests next to
 * other programs cost more than their own work.
 */
const mostSeconds = Number(process.env.TEST_MOST_SECONDS ?? Infinity)
/**
 * The reference time of `referenceSeconds`, in seconds: on an idle core of the machine that the limit was
 * chosen on.
 */
const yardstickSeconds = 0.06

/**
 * Records each test with its outcome and cost. A failed hook is recorded like a test, and each test behind it
 * that did not run has failed. A test without the tag `long` that exceeds the limit has failed, too. An error
 * that no test awaited, for example from a timer, is a failure of the running file.
 * @param root of the tree with the specs
 * @param path of the file to append to, if any
 */
export function recorder(root: string, refiner: Refiner, path: string | undefined): PluginFn {
  return ({ emitter }) => {
    let ran = new Set<string>()
    let [since, hooks] = [processorSeconds(), 0]
    let current = ''
    /** Processor time since the last call. */
    const lap = () => {
      const before = since
      since = processorSeconds()
      return Math.round((since - before) * 1000) / 1000
    }
    const write = (fileName: string, record: Omit<TestRecord, 'file'>) => {
      const file = relative(root, fileName).replace(/\.js$/, '.ts')
      if (record.outcome === 'failed') console.log(`Failed in ${file}: ${record.title}`)
      if (path) appendFileSync(path, `${JSON.stringify({ file, ...record })}\n`)
    }

    // The runner itself only exits with 1, like for a failed test, and does not name the error.
    for (const event of ['uncaughtException', 'unhandledRejection']) {
      process.on(event, (error: unknown) => {
        // The reader of the output has closed the pipe. Reporting that would fail the same way, endlessly.
        if ((error as NodeJS.ErrnoException | null)?.code === 'EPIPE') process.exit(1)
        const title = 'an error that no test awaited'
        const description = describe([{ phase: 'test', error }])!
        write(current, { title, outcome: 'failed', seconds: 0, error: description })
      })
    }

    emitter.on('group:start', ({ meta }) => {
      current = meta.fileName
      ran = new Set()
      lap()
    })
    emitter.on('test:start', () => {
      hooks += lap()
    })
    emitter.on('test:end', ({ title, meta, tags, errors, isSkipped, isTodo }) => {
      const seconds = lap()
      ran.add(title.original)
      const group: Group | undefined = meta.group
      const isBound = !isProving && !tags.includes('long')
      const error = describe(errors) ?? (isBound ? tooExpensive(seconds) : undefined)
      write(meta.fileName, {
        title: group ? `${group.title} › ${title.expanded}` : title.expanded,
        outcome: error ? 'failed' : isSkipped || isTodo ? 'skipped' : 'passed',
        seconds,
        ...(error ? { error } : {}),
      })
    })
    emitter.on('group:end', ({ title, meta, errors }) => {
      const seconds = hooks + lap()
      hooks = 0
      const error = describe(errors)
      if (!error) return write(meta.fileName, { title, outcome: 'cost', seconds })
      const hook = `${title} › hook: ${errors[0]!.phase}`
      write(meta.fileName, { title: hook, outcome: 'failed', seconds, error })
      const isThis = (one: unknown) => (one as Group).options.meta === meta
      const group = (meta.suite as Suite).stack.find(isThis) as Group
      for (const test of group.tests) {
        if (ran.has(test.title) || !refiner.allows(test)) continue
        write(meta.fileName, {
          title: `${title} › ${test.title}`,
          outcome: 'failed',
          seconds: 0,
          error: behindHook,
        })
      }
    })
  }
}

const behindHook = 'It did not run: a hook before it failed.'

/**
 * The error for a test that took too much processor time, or undefined. A machine that is slow at the moment
 * gets more time.
 */
function tooExpensive(seconds: number): string | undefined {
  if (seconds <= mostSeconds) return undefined
  const bound = mostSeconds * Math.max(1, referenceSeconds() / yardstickSeconds)
  if (seconds <= bound) return undefined
  return (
    `It took ${seconds.toFixed(1)} s of processor time, where ${bound.toFixed(1)} s are allowed. ` +
    `Give it a smaller size() in npm test, or tag it long.`
  )
}

/** The errors of a test for its record: message, difference and the throwing lines. */
function describe(errors: { phase: string; error: unknown }[]): string | undefined {
  if (errors.length === 0) return undefined
  return errors
    .map(({ phase, error }) => {
      const { stack, cause, expected, actual } = Object(error) as Record<string, unknown>
      const compared =
        expected === undefined && actual === undefined
          ? ''
          : `\nexpected ${short(expected)}\nactual   ${short(actual)}`
      const where = phase === 'test' ? '' : `in ${phase}: `
      const because = cause === undefined ? '' : `\ncause: ${inspect(cause)}`
      return `${where}${typeof stack === 'string' ? stack : String(error)}${because}${compared}`
    })
    .join('\n')
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

const ticksPerSecond = 100

/** Processor time of this process and, on Linux, of its finished child processes. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1e6
  if (process.platform !== 'linux') return own
  // The name in parentheses may contain spaces. Field 3 follows it. See proc(5): cutime is 16, cstime 17.
  const fields = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')
  return own + (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

/** Processor time of a fixed amount of work, which measures the machine's current speed. */
function referenceSeconds(): number {
  const begin = process.cpuUsage()
  let value = 1
  for (let turn = 0; turn < 2_000_000; turn++) value = (value * 48_271) % 2_147_483_647
  const { user, system } = process.cpuUsage(begin)
  // Uses the value, so that the loop is not optimized away.
  return value === 0 ? 0 : (user + system) / 1e6
}
