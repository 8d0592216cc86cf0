import type { Execution } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { shortId, statusStyle } from '../../executions/columns.js'
import { findExecution, getExecution } from '../../executions/find.js'
import { followExecution } from '../../executions/follow.js'
import { poll } from '../../executions/poll.js'
import type { Factory } from '../../factory.js'
import { formatDuration, printable } from '../../output/format.js'

const NEWEST = 100

/** Follows one execution, or prints every change of any execution until interrupted. */
export async function watchExecutions(factory: Factory, id: string | undefined): Promise<void> {
  const api = await factory.api()
  if (id !== undefined) {
    return followExecution(factory, api, (await findExecution(api, id)).executionId)
  }

  const known = new Map<string, Execution>()
  let isFirst = true
  for await (const executions of poll(factory, () => current(api, known))) {
    for (const execution of executions.toReversed()) {
      const before = known.get(execution.executionId)
      const hasChanged = !before || stateOf(before) !== stateOf(execution)
      known.set(execution.executionId, execution)
      // Executions that ended before the start of watching are history, which `list` shows.
      if (hasChanged && !(isFirst && !isOpen(execution))) printChange(factory, execution)
    }
    if (isFirst) factory.note('Watching executions. Stop with Ctrl-C.')
    isFirst = false
  }
}

/** The newest executions, and older ones that were still open at the last poll. */
async function current(api: ApiClient, known: Map<string, Execution>): Promise<Execution[]> {
  const { rows } = await api.page<Execution>('/api/flow-executions', {}, 0, NEWEST)
  const listed = new Set(rows.map((row) => row.executionId))
  const older: Execution[] = []
  for (const execution of known.values()) {
    if (listed.has(execution.executionId)) continue
    if (isOpen(execution)) older.push(await getExecution(api, execution.executionId))
    else known.delete(execution.executionId)
  }
  return [...rows, ...older]
}

function isOpen(execution: Execution): boolean {
  return execution.status === 'pending' || execution.status === 'running'
}

function stateOf(execution: Execution): string {
  return `${execution.status} ${execution.completedSteps} ${execution.failedSteps}`
}

function printChange(factory: Factory, execution: Execution): void {
  if (factory.flags.json) return factory.printJsonLine(execution)
  const time = new Date().toLocaleTimeString('en-GB')
  const status = printable(execution.status).padEnd(9)
  const steps = `${execution.completedSteps}/${execution.totalSteps}`
  const duration = formatDuration(execution.duration)
  const why = execution.errorMessage ? `  ${execution.errorMessage}` : ''
  const rest = printable(`${steps}  ${execution.flowName}  ${duration}${why}`)
  factory.sayStyled((colors) => {
    const styled = statusStyle(execution.status, colors)(status)
    return `${colors.dim(time)}  ${printable(shortId(execution))}  ${styled}  ${rest}`
  })
}
