import { jobRef, schedule } from '@crossdock/kernel/jobs'

type Nothing = Record<string, never>

/** Marks silent agents as offline, and ends commands that timed out. */
export const lookAfterAgents = jobRef<Nothing>('agents.lookAfter')

/** Retires agents that were not seen for a long time, and deletes old enrollment tokens. */
export const tidyAgents = jobRef<Nothing>('agents.tidy')

/** Passes the result of a command to the workflow step that waits for it. */
export const answerStep = jobRef<{
  commandId: string
  token: string
  failure: { code: string; message: string } | null
}>('agents.answerStep')

export const schedules = [
  schedule({ name: 'agents.lookAfter', cron: '* * * * *', job: lookAfterAgents, payload: {} }),
  schedule({ name: 'agents.tidy', cron: '17 4 * * *', job: tidyAgents, payload: {} }),
]
