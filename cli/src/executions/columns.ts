import type { Execution, StepResult } from '@crossdock/client'
import type { Colors } from '../output/colors.js'
import { formatDuration, formatRelative } from '../output/format.js'
import type { Column } from '../output/table.js'

/** The first characters of the id, as in the console's list of runs. `show` accepts any part. */
export function shortId(execution: Execution): string {
  return execution.executionId.slice(0, 8)
}

export function statusStyle(status: string, colors: Colors): (text: string) => string {
  if (status === 'completed') return colors.green
  if (status === 'failed') return colors.red
  return status === 'running' ? colors.cyan : colors.yellow
}

/** The number of a step as in the builder, including branches, its name, and its item: `3 Declare line, item 2`. */
export function stepLabel({ stepId, name, path }: StepResult, all: readonly StepResult[]): string {
  const number = [...new Set(all.map((one) => one.stepId))].indexOf(stepId) + 1
  const item = /.*\[(\d+)\]/.exec(path)?.[1]
  return [`${number}${name ? ` ${name}` : ''}`, ...(item ? [`item ${Number(item) + 1}`] : [])].join(
    ', '
  )
}

export const EXECUTION_COLUMNS: Array<Column<Execution>> = [
  { title: 'Id', text: shortId, whole: true, raw: (execution) => execution.executionId },
  { title: 'Flow', text: (execution) => execution.flowName },
  { title: 'Trigger', text: (execution) => execution.triggerType },
  {
    title: 'Status',
    text: (execution) => execution.status,
    style: (execution, colors) => statusStyle(execution.status, colors),
  },
  {
    title: 'Steps',
    text: (execution) => `${execution.completedSteps}/${execution.totalSteps}`,
    align: 'right',
  },
  {
    title: 'Duration',
    text: (execution) => formatDuration(execution.duration),
    raw: (execution) => String(execution.duration ?? ''),
    align: 'right',
  },
  {
    title: 'Started',
    text: (execution) => formatRelative(execution.startedAt ?? execution.createdAt),
    raw: (execution) => execution.startedAt ?? execution.createdAt,
  },
]
