import type { ServerResponse } from 'node:http'
import { flowRuns } from '@crossdock/flows/contracts'
import { Answer } from '@crossdock/kernel/http'
import { Problem, text } from '@crossdock/kernel/ground'
import { inTenant } from '@crossdock/kernel/tenancy'
import type { Place } from '../queries/addresses.js'
import type { Received } from './accept.js'

/** Returns the answer to the sender of an accepted request: 202 with the execution, or the output of the run. */
export async function answerTo(
  { tenantId, environmentId }: Place,
  { requestId, runs, address }: Received,
  response?: ServerResponse
): Promise<Answer<unknown>> {
  const executionIds = runs.map(({ executionId }) => executionId)
  const [executionId = null] = executionIds
  const accepted = new Answer(202, { requestId, executionId, executionIds })
  const [run] = runs
  if (!run || address.mode !== 'wait') return accepted
  const ended = await inTenant(
    tenantId,
    async () => {
      const gone = new AbortController()
      const leave = () => gone.abort()
      response?.once('close', leave)
      const { waitSeconds, answerStepId: stepId } = address
      const wait = { ms: waitSeconds * 1_000, stepId, signal: gone.signal }
      return await flowRuns
        .use()
        .answer(run.id, wait)
        .finally(() => response?.off('close', leave))
    },
    { environmentId }
  )
  if (!ended) return accepted
  if (ended.status === 'completed') {
    return new Answer(200, ended.output, { 'x-execution-id': run.executionId })
  }
  const sentence = text('The workflow did not complete (execution {id}).', { id: run.executionId })
  throw new Problem(502, 'E_RUN_FAILED', sentence, {
    headers: { 'x-execution-id': run.executionId },
  })
}
