import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { flowsRead, type StepContext, type StepType } from '../contracts/index.js'
import { anyConfig } from './probe.js'

/**
 * A fake system. Every call is written to a file that outlives the process. The first call of the step
 * `fatal`, and every call of `poison`, kills the process before it is answered.
 */
export class FatalProbe implements StepType {
  readonly label = 'Probe'
  readonly outputPermission = flowsRead
  readonly permissions = []
  readonly description = 'Ends its own process'
  readonly config = anyConfig
  readonly #file: string

  constructor(folder: string) {
    this.#file = join(folder, 'calls.log')
    appendFileSync(this.#file, '')
  }

  /** Idempotency keys of the calls, in order. */
  calls(): string[] {
    return readFileSync(this.#file, 'utf8').split('\n').filter(Boolean)
  }

  async run({ step, idempotencyKey, attempt }: StepContext) {
    appendFileSync(this.#file, `${idempotencyKey}\n`)
    const kills = (step.id === 'fatal' && attempt === 1) || step.id === 'poison'
    if (kills) process.kill(process.pid, 'SIGKILL')
    return { output: { attempt, ...(step.id === 'list' ? { items: [1, 2, 3] } : {}) } }
  }
}
