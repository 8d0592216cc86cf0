import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'

const permission = 'flows.read'

const aboutWorkflow = (name: string, description: string, verb: string) =>
  defineEvent(name, {
    description,
    permission,
    payload: vine.object({ name: vine.string() }),
    activity: (workflow) => `${verb} workflow ${workflow.name}`,
  })

const run = {
  executionId: vine.string(),
  flowId: vine.string(),
  flowName: vine.string(),
}

const aboutRun = (name: string, description: string, verb: string) =>
  defineEvent(name, {
    description,
    permission,
    payload: vine.object({ ...run, triggerType: vine.string() }),
    activity: ({ flowName }) => `${verb} workflow ${flowName}`,
  })

export const workflowCreated = aboutWorkflow(
  'workflow_created',
  'A workflow was created',
  'Created'
)
export const workflowUpdated = defineEvent('workflow_updated', {
  description: 'A workflow was changed',
  permission,
  payload: vine.object({
    name: vine.string(),
    change: vine.enum(['Activated', 'Paused', 'Updated'] as const),
  }),
  activity: ({ name, change }) => `${change} workflow ${name}`,
})
export const workflowDeleted = aboutWorkflow(
  'workflow_deleted',
  'A workflow was deleted',
  'Deleted'
)

export const flowStarted = aboutRun('flow_started', 'A run began', 'Started')
export const flowCompleted = aboutRun('flow_completed', 'A run completed', 'Completed')
export const flowFailed = defineEvent('flow_failed', {
  description: 'A run failed',
  permission,
  payload: vine.object({
    ...run,
    triggerType: vine.string(),
    step: vine.string().nullable().meta({ description: 'Name of the step that failed.' }),
    stepId: vine.string().nullable(),
  }),
  activity: ({ flowName, step }) => `Workflow ${flowName} failed${step ? ` at step ${step}` : ''}`,
})
export const flowCancelled = aboutRun('flow_cancelled', 'A run was cancelled', 'Cancelled')
export const flowRetried = aboutRun('flow_retried', 'A failed run was taken up again', 'Retried')

/** What happens to workflows and their runs, each with its sentence in the activity feed. */
export const eventTypes = [
  workflowCreated,
  workflowUpdated,
  workflowDeleted,
  flowStarted,
  flowCompleted,
  flowFailed,
  flowCancelled,
  flowRetried,
]
