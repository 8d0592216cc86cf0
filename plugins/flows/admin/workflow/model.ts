import type { WholeWorkflowVersion } from '@crossdock/client'

export type { Execution, Workflow, WorkflowDraft } from '@crossdock/client'
export type WorkflowVersionContent = WholeWorkflowVersion

/** The key of the trigger in place of a step. */
export const TRIGGER = 'trigger'
