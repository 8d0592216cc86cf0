import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { inspect } from 'node:util'
import type { Group, Refiner, Suite } from '@japa/runner/core'
import type { PluginFn } from '@japa/runner/types'
import { isProving } from '@crossdock/kernel/testing'

/** One line of the file that a test program writes for `npm test` (see bootstrap/test.mjs). */
export interface TestRecord {
  /** From the root of the repository. */
  file: string
  /** Group and test, or group and hook. */
  title: string
  /** `cost`: no test, but what the hooks of a group cost. */
  outcome: 'passed' | 'failed' | 'skipped' | 'cost'
  /** Processor time of this process and of the children it waited for. */
  seconds: number
  /** What was thrown. */
  error?: string
}

/**
 * Most processor seconds of a test without the tag `long`, where `yardstick` takes as long as it should: three, which are up
 * to eight where programs run side by side and share caches and cores. There, in a whole run, it is held.
 */
const mostSeconds = Number(
  process.env.TEST_MOST_SECONDS ?? (process.env.TEST_SHARED ? 8 : Infinity)
)
/** What `yardstick` takes on an idle core of the machine that the bound was chosen on, in seconds. */
const yardstickSeconds = 0.06

/**
 * Records each test with its outcome and cost. A hook that fails is recorded like a test, and each test behind it that did
 * not run has failed. So has a test that costs more than it may without the tag `long`. An error that no test awaited, for
 * example from a timer, is a failure of the running file.
 * @param root of the tree in which the specs lie
 * @param path of the file to append to, if any
 */
export function recorder(root: string, refiner: Refiner, path: string | undefined): PluginFn {
  return ({ emitter }) => {
    let ran = new Set<string>()
    let [since, hooks] = [processorSeconds(), 0]
    let current = ''
    /** Processor time since it was asked for last. */
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

    // The runner itself only ends with 1, as for a failed test, and does not name the error.
    for (const event of ['uncaughtException', 'unhandledRejection']) {
      process.on(event, (error: unknown) => {
        // Whoever read the output has gone: telling of it would fail in the same way, without end.
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
      const error = describe(errors) ?? (isBound ? tooDear(seconds) : undefined)
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

/** What a test did wrong that took so long, or undefined when it may. A machine that is slow at the moment has more time. */
function tooDear(seconds: number): string | undefined {
  if (seconds <= mostSeconds) return undefined
  const bound = mostSeconds * Math.max(1, yardstick() / yardstickSeconds)
  if (seconds <= bound) return undefined
  return (
    `It took ${seconds.toFixed(1)} s of processor time, where ${bound.toFixed(1)} s are allowed. ` +
    `Give it a smaller size() in npm test, or tag it long.`
  )
}

/** The errors of a test as its record keeps them: message, difference and the lines that threw. */
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

/** Processor time of this process and, on Linux, of the children it has waited for. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1e6
  if (process.platform !== 'linux') return own
  // The name in parentheses may hold spaces; what follows it starts with field 3. See proc(5): cutime is 16, cstime 17.
  const fields = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')
  return own + (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

/** Processor time of a fixed piece of work: how fast this machine is at the moment. */
function yardstick(): number {
  const begin = process.cpuUsage()
  let value = 1
  for (let turn = 0; turn < 2_000_000; turn++) value = (value * 48_271) % 2_147_483_647
  const { user, system } = process.cpuUsage(begin)
  // Looks at the value, so that the loop is not left out.
  return value === 0 ? 0 : (user + system) / 1e6
}
