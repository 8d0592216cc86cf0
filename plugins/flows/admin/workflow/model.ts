import type { WholeWorkflowVersion } from '@crossdock/client'

export type { Execution, Workflow, WorkflowDraft } from '@crossdock/client'
export type WorkflowVersionContent = WholeWorkflowVersion

/** What the trigger goes by where a step is chosen. */
export const TRIGGER = 'trigger'
