import type { Execution, StepResult } from '@crossdock/client'
import type { Colors } from '../output/colors.js'
import { formatDuration, formatRelative } from '../output/format.js'
import type { Column } from '../output/table.js'

/** The first characters, as the console's runs show them; `show` takes any part. */
export function shortId(execution: Execution): string {
  return execution.executionId.slice(0, 8)
}

export function statusStyle(status: string, colors: Colors): (text: string) => string {
  if (status === 'completed') return colors.green
  if (status === 'failed') return colors.red
  return status === 'running' ? colors.cyan : colors.yellow
}

/** Steps in branches stand further to the right, and go by their path. */
export function stepLabel({ order, depth, path }: StepResult): string {
  return depth === 0 ? String(order).padStart(4) : `${'  '.repeat(depth + 2)}${path}`
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
