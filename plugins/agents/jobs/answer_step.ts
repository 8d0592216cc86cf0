import { flowRuns, type ErrorFamily } from '@crossdock/flows/contracts'
import { Problem } from '@crossdock/kernel/ground'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { AgentCommand } from '../models/agent_command.js'

interface Answer {
  commandId: string
  token: string
  failure: { code: string; message: string } | null
}

const families: Record<string, ErrorFamily> = {
  E_TIMEOUT: 'timeout',
  E_PATH_NOT_ALLOWED: 'refused',
  E_CANCELLED: 'refused',
  E_AGENT_RETIRED: 'not_found',
}

/** Ends the wait of a step with the result or the failure of its command. */
export async function answerWaitingStep({ payload }: RunningJob<Answer>): Promise<void> {
  const { commandId, token, failure } = payload
  const command = await AgentCommand.find(commandId)
  const output = { commandId, result: command?.result ?? null }
  const ending = failure && {
    fail: {
      message: failure.message,
      family: families[failure.code] ?? ('internal' as const),
      status: null,
    },
  }
  try {
    await flowRuns.use().resume(token, output, ending ?? {})
  } catch (error) {
    // The run has ended, or the wait of the step has timed out.
    if (!(error instanceof Problem) || error.status !== 404) throw error
  }
}
