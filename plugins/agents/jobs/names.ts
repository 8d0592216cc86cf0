import { jobRef, schedule } from '@crossdock/kernel/jobs'

type Nothing = Record<string, never>

/** Marks agents offline that have gone silent, and ends commands whose time is over. */
export const lookAfterAgents = jobRef<Nothing>('agents.lookAfter')

/** Retires agents that were not seen for long, and deletes old enrolment tokens. */
export const tidyAgents = jobRef<Nothing>('agents.tidy')

/** Tells the step of a workflow how the command ended that it waits for. */
export const answerStep = jobRef<{
  commandId: string
  token: string
  failure: { code: string; message: string } | null
}>('agents.answerStep')

export const schedules = [
  schedule({ name: 'agents.lookAfter', cron: '* * * * *', job: lookAfterAgents, payload: {} }),
  schedule({ name: 'agents.tidy', cron: '17 4 * * *', job: tidyAgents, payload: {} }),
]
