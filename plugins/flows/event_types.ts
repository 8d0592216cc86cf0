import { text, type Text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { flowsRead } from './contracts/permissions.js'

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

type Counted = (name: string, count: number) => Text

/** Sentences about several runs of one workflow. */
const severalRuns = (sentence: Counted) => ({
  alike: ({ flowId }: { flowId: string }) => flowId,
  sentence: ({ flowName }: { flowName: string }, count: number) => sentence(flowName, count),
})

const aboutRun = (
  name: string,
  description: string,
  sentence: Named,
  several: Counted,
  more: { outcome?: true } = {}
) =>
  defineEvent(name, {
    ...more,
    description,
    permission,
    payload: vine.object({ ...run, triggerType: vine.string() }),
    activity: ({ flowName }) => sentence(flowName),
    several: severalRuns(several),
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
  'A workflow acts for another person, because the person who saved it was removed',
  (name) => text('Handed over workflow {name}', { name })
)
export const workflowDeleted = aboutWorkflow('workflow_deleted', 'A workflow was deleted', (name) =>
  text('Deleted workflow {name}', { name })
)

export const flowStarted = aboutRun(
  'flow_started',
  'A run began',
  (name) => text('Started workflow {name}', { name }),
  (name, count) => text('Started workflow {name} {count} times', { name, count })
)
export const flowProgressed = defineEvent('flow_progressed', {
  description: 'A run continued with another step, or waits',
  permission,
  payload: vine.object({ ...run, triggerType: vine.string() }),
})
export const flowCompleted = aboutRun(
  'flow_completed',
  'A run completed',
  (name) => text('Workflow {name} completed', { name }),
  (name, count) => text('Workflow {name} completed {count} times', { name, count }),
  { outcome: true }
)
export const flowFailed = defineEvent('flow_failed', {
  description: 'A run failed',
  outcome: true,
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
  several: severalRuns((name, count) =>
    text('Workflow {name} failed {count} times', { name, count })
  ),
})
export const flowCancelled = aboutRun(
  'flow_cancelled',
  'A run was cancelled',
  (name) => text('Cancelled workflow {name}', { name }),
  (name, count) => text('Cancelled {count} runs of workflow {name}', { name, count })
)
export const flowRetried = defineEvent('flow_retried', {
  description: 'A failed run was resumed',
  permission,
  payload: vine.object({
    ...run,
    triggerType: vine.string(),
    failedAt: vine.string().nullable().optional().meta({
      description: 'When the run had failed. It is absent in events of older versions.',
    }),
    duration: vine.number().nullable().optional().meta({
      description: 'Milliseconds from its start to that time.',
    }),
  }),
  activity: ({ flowName }) => text('Retried workflow {name}', { name: flowName }),
  several: severalRuns((name, count) =>
    text('Retried {count} runs of workflow {name}', { name, count })
  ),
})
export const flowReplayed = defineEvent('flow_replayed', {
  description: 'A run was started again as a new one',
  permission,
  payload: vine.object({
    ...run,
    triggerType: vine.string(),
    replayOf: vine.string().meta({ description: 'Id of the run that is replayed.' }),
    fromStepId: vine.string().nullable().meta({ description: 'The step it starts at.' }),
  }),
  activity: ({ flowName }) => text('Replayed a run of workflow {name}', { name: flowName }),
  several: severalRuns((name, count) =>
    text('Replayed {count} runs of workflow {name}', { name, count })
  ),
})

const alerted: Record<string, (name: string, limit: number) => Text> = {
  failure: (name) => text('Alert: a run of workflow {name} failed', { name }),
  tooLong: (name, limit) =>
    text('Alert: a run of workflow {name} takes longer than {limit} minutes', { name, limit }),
  missing: (name, limit) =>
    text('Alert: workflow {name} has not run for {limit} hours', { name, limit }),
}

export const flowAlerted = defineEvent('flow_alerted', {
  description: 'People were alerted about a workflow that fails, takes too long or does not run',
  permission,
  payload: vine.object({
    flowId: vine.string(),
    flowName: vine.string(),
    executionId: vine.string().nullable(),
    kind: vine.enum(['failure', 'tooLong', 'missing'] as const),
    limit: vine
      .number()
      .nullable()
      .meta({ description: 'Minutes for a long run, hours for a missing one.' }),
    members: vine.array(vine.string()),
  }),
  activity: ({ flowName, kind, limit }) => alerted[kind]!(flowName, limit ?? 0),
})

const question = { ...run, approvalId: vine.string(), question: vine.string() }

/** No permission is needed, because the event is for the people who are asked. */
export const approvalRequested = defineEvent('approval_requested', {
  description: 'A run asks people for a decision',
  payload: vine.object({
    ...question,
    to: vine.array(vine.string()).meta({ description: 'Ids of people.' }),
    assetId: vine.string().optional(),
  }),
})

/** No permission is needed, because only the person concerned receives the event. */
export const approvalsChanged = defineEvent('approvals_changed', {
  description: 'The open approvals of a person have changed',
  payload: vine.object({}),
})

const decisions = {
  approved: (name: string, asked: string) =>
    text('Approved for workflow {name}: {question}', { name, question: asked }),
  rejected: (name: string, asked: string) =>
    text('Rejected for workflow {name}: {question}', { name, question: asked }),
  expired: (name: string, asked: string) =>
    text('No person decided in time for workflow {name}: {question}', { name, question: asked }),
}

export const approvalDecided = defineEvent('approval_decided', {
  description: 'A question of a run was decided, or its deadline has passed',
  permission,
  payload: vine.object({
    ...question,
    decision: vine.enum(['approved', 'rejected', 'expired'] as const),
  }),
  activity: ({ decision, flowName, question: asked }) => decisions[decision](flowName, asked),
})

/** The reasons for which a scheduled time passes without a run. */
const skipReasons = ['overlap', 'missed', 'limit', 'environment', 'paused'] as const
export type SkipReason = (typeof skipReasons)[number]

const skipped: Record<SkipReason, Named> = {
  overlap: (name) =>
    text('Workflow {name} skipped a scheduled run: the previous one was still running', { name }),
  missed: (name) =>
    text('Workflow {name} skipped scheduled runs that were missed while nothing could start', {
      name,
    }),
  limit: (name) =>
    text('Workflow {name} skipped scheduled runs: more than 100 were waiting', { name }),
  environment: (name) =>
    text('Workflow {name} skipped a scheduled run: its environment is not active', { name }),
  paused: (name) =>
    text('Workflow {name} skipped a scheduled run: it was changed or paused first', { name }),
}

export const scheduleSkipped = defineEvent('schedule_skipped', {
  description: 'Times of a schedule passed without a run',
  permission,
  payload: vine.object({
    name: vine.string(),
    reason: vine.enum(skipReasons),
    from: vine.string().meta({ description: 'The first of these times.' }),
    until: vine.string().meta({ description: 'The last of these times; often the same.' }),
  }),
  activity: ({ name, reason }) => skipped[reason](name),
})

/** The feed has no sentence for this event, because a system may send thousands of events an hour. */
export const systemFlowRefused = defineEvent('system_flow_refused', {
  description: 'An event of a system did not fulfill a rule of a flow, so no run started',
  permission,
  payload: vine.object({
    name: vine.string(),
    eventType: vine.string(),
    rule: vine.number().withoutDecimals().meta({
      description:
        'Counted from 1; 0: the person who saved the flow may no longer read these events.',
    }),
    value: vine.string().meta({ description: 'Path of the value that the rule reads.' }),
    operator: vine.string(),
    other: vine.string().nullable(),
  }),
})

/** The events of workflows and their runs, each with its sentence in the activity feed. */
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
  approvalRequested,
  approvalDecided,
  approvalsChanged,
  scheduleSkipped,
  flowReplayed,
  flowAlerted,
  systemFlowRefused,
]
