import type { Execution, StepResult } from '@crossdock/client'
import type { ApiClient } from '../api/client.js'
import { ExitCode, SilentExit } from '../errors.js'
import type { Factory } from '../factory.js'
import type { Colors } from '../output/colors.js'
import { formatDuration, printable } from '../output/format.js'
import { shortId, statusStyle, stepLabel } from './columns.js'
import { getExecution } from './find.js'
import { poll } from './poll.js'

const ENDED = new Set(['completed', 'failed', 'cancelled'])

/** Prints each change of an execution until it ends. Exits with 1 unless it completed. */
export async function followExecution(factory: Factory, api: ApiClient, id: string): Promise<void> {
  const printer = new ChangePrinter(factory)
  for await (const execution of poll(factory, () => getExecution(api, id))) {
    if (!factory.flags.json) printer.print(execution)
    if (!ENDED.has(execution.status)) continue
    if (factory.flags.json) factory.printJson(execution)
    if (execution.status !== 'completed') throw new SilentExit(ExitCode.failure)
    return
  }
}

/** Remembers what it printed, and prints only changes, one per line. */
class ChangePrinter {
  readonly #factory: Factory
  readonly #steps = new Map<string, string>()
  #status = ''

  constructor(factory: Factory) {
    this.#factory = factory
  }

  print(execution: Execution): void {
    if (this.#status === '') {
      this.#factory.say(`${execution.flowName}, execution ${shortId(execution)}`)
    }
    // In chronological order: a run starts before its steps and ends after them.
    if (!ENDED.has(execution.status)) this.#printStatus(execution)
    for (const step of execution.stepResults) this.#resumeStep(step, execution.stepResults)
    this.#printStatus(execution)
  }

  #printStatus(execution: Execution): void {
    if (execution.status === this.#status) return
    this.#status = execution.status
    this.#factory.sayStyled((colors) => this.#line(execution, colors))
  }

  #resumeStep(step: StepResult, all: readonly StepResult[]): void {
    if (step.status === 'pending' || step.status === 'skipped') return
    const key = `${step.status} ${step.attempts}`
    if (this.#steps.get(step.path) === key) return
    this.#steps.set(step.path, key)
    const attempts = step.attempts > 1 ? `, attempt ${step.attempts}` : ''
    const why = step.errorMessage ? `: ${step.errorMessage}` : ''
    const name = printable(`${'  '.repeat(step.depth)}step ${stepLabel(step, all)} ${step.type}`)
    this.#factory.sayStyled(
      (colors) => `  ${name} ${styled(step.status, colors)}${attempts}${printable(why)}`
    )
  }

  #line(execution: Execution, colors: Colors): string {
    const took = ENDED.has(execution.status) && execution.duration !== null
    const after = took ? ` after ${formatDuration(execution.duration)}` : ''
    const why = execution.errorMessage ? `: ${execution.errorMessage}` : ''
    return `${styled(execution.status, colors)}${after}${printable(why)}`
  }
}

const styled = (status: string, colors: Colors): string =>
  statusStyle(status, colors)(printable(status))
