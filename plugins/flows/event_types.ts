import { text, type Text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { flowsRead } from './contracts/index.js'

const permission = flowsRead

type Named = (name: string) => Text

const aboutWorkflow = (name: string, description: string, sentence: Named) =>
  defineEvent(name, {
    description,
    permission,
    payload: vine.object({ name: vine.string() }),
    activity: (workflow) => sentence(workflow.name),
  })

const run = {
  executionId: vine.string(),
  flowId: vine.string(),
  flowName: vine.string(),
}

const aboutRun = (name: string, description: string, sentence: Named) =>
  defineEvent(name, {
    description,
    permission,
    payload: vine.object({ ...run, triggerType: vine.string() }),
    activity: ({ flowName }) => sentence(flowName),
  })

export const workflowCreated = aboutWorkflow('workflow_created', 'A workflow was created', (name) =>
  text('Created workflow {name}', { name })
)
const changed: Record<'Activated' | 'Paused' | 'Updated', Named> = {
  Activated: (name) => text('Activated workflow {name}', { name }),
  Paused: (name) => text('Paused workflow {name}', { name }),
  Updated: (name) => text('Updated workflow {name}', { name }),
}

export const workflowUpdated = defineEvent('workflow_updated', {
  description: 'A workflow was changed',
  permission,
  payload: vine.object({
    name: vine.string(),
    change: vine.enum(['Activated', 'Paused', 'Updated'] as const),
  }),
  activity: ({ name, change }) => changed[change](name),
})
export const workflowHandedOver = aboutWorkflow(
  'workflow_handed_over',
  'A workflow acts for somebody else, because whoever saved it was removed',
  (name) => text('Handed over workflow {name}', { name })
)
export const workflowDeleted = aboutWorkflow('workflow_deleted', 'A workflow was deleted', (name) =>
  text('Deleted workflow {name}', { name })
)

export const flowStarted = aboutRun('flow_started', 'A run began', (name) =>
  text('Started workflow {name}', { name })
)
export const flowProgressed = defineEvent('flow_progressed', {
  description: 'A run went on with another step, or waits',
  permission,
  payload: vine.object({ ...run, triggerType: vine.string() }),
})
export const flowCompleted = aboutRun('flow_completed', 'A run completed', (name) =>
  text('Completed workflow {name}', { name })
)
export const flowFailed = defineEvent('flow_failed', {
  description: 'A run failed',
  permission,
  payload: vine.object({
    ...run,
    triggerType: vine.string(),
    step: vine.string().nullable().meta({ description: 'Name of the step that failed.' }),
    stepId: vine.string().nullable(),
  }),
  activity: ({ flowName, step }) =>
    step
      ? text('Workflow {name} failed at step {step}', { name: flowName, step })
      : text('Workflow {name} failed', { name: flowName }),
})
export const flowCancelled = aboutRun('flow_cancelled', 'A run was cancelled', (name) =>
  text('Cancelled workflow {name}', { name })
)
export const flowRetried = aboutRun('flow_retried', 'A failed run was taken up again', (name) =>
  text('Retried workflow {name}', { name })
)

/** What happens to workflows and their runs, each with its sentence in the activity feed. */
export const eventTypes = [
  workflowCreated,
  workflowUpdated,
  workflowHandedOver,
  workflowDeleted,
  flowStarted,
  flowProgressed,
  flowCompleted,
  flowFailed,
  flowCancelled,
  flowRetried,
]
