import type { Execution, StepResult } from '@crossdock/client'
import { statusStyle, stepLabel } from '../../executions/columns.js'
import { findExecution } from '../../executions/find.js'
import type { Factory } from '../../factory.js'
import { printDetails } from '../../output/details.js'
import { formatDuration } from '../../output/format.js'

export async function showExecution(factory: Factory, id: string): Promise<void> {
  const execution = await findExecution(await factory.api(), id)
  if (factory.flags.json) return factory.printJson(execution)

  printDetails(factory, [
    ['Execution', execution.executionId],
    ['Flow', execution.flowName],
    ['Version', versionText(execution)],
    ['Trigger', execution.triggerType],
    ['Status', execution.status],
    ['Started', execution.startedAt],
    ['Ended', execution.completedAt],
    ['Duration', formatDuration(execution.duration)],
    ['Error', execution.errorMessage],
  ])
  factory.say('')
  await factory.printList(
    execution.stepResults,
    [
      { title: 'Step', text: (step) => indented(step, stepLabel(step, execution.stepResults)) },
      { title: 'Type', text: (step) => step.type },
      {
        title: 'Status',
        text: (step) => step.status,
        style: (step, colors) => statusStyle(step.status, colors),
      },
      { title: 'Attempts', text: (step) => String(step.attempts), align: 'right' },
      { title: 'Duration', text: (step) => formatDuration(durationOf(step)), align: 'right' },
      { title: 'Error', text: (step) => step.errorMessage ?? '' },
    ],
    'No step has started.'
  )
}

/** The version of the workflow, such as `1 (2 is active)`. Null for a test of a draft. */
function versionText({ version, activeVersion }: Execution): string | null {
  if (version === null || activeVersion === null || version === activeVersion) {
    return version === null ? null : String(version)
  }
  return `${version} (${activeVersion} is active)`
}

/** Steps in branches are indented. */
const indented = ({ depth }: StepResult, label: string) => `${'  '.repeat(depth + 1)}${label}`

function durationOf(step: StepResult): number | null {
  if (!step.startedAt || !step.completedAt) return null
  return Date.parse(step.completedAt) - Date.parse(step.startedAt)
}
