import type { StepPlan } from '@crossdock/flows/contracts'
import { now } from '@crossdock/kernel/database'
import { currentContext } from '@crossdock/kernel/tenancy'
import { userValues } from '../calls/user_values.js'
import { callVariables } from '../placeholders/variables.js'
import type { CallValues } from '../contracts/index.js'

/**
 * Returns the values for the placeholders of a step.
 * @param file the result of `fileInCall`
 * @param system values below `system` in addition to the values of the run
 */
export async function runValues(
  { execution, step, input }: Pick<StepPlan, 'execution' | 'input'> & { step: { id: string } },
  file: Record<string, unknown> | null,
  system: Record<string, unknown> = {}
): Promise<CallValues> {
  const { tenantId, environmentId } = currentContext()
  return {
    file,
    user: await userValues(input.userId),
    system: {
      executionId: execution.executionId,
      workflowId: execution.flowId,
      workflowName: execution.flowName,
      stepId: step.id,
      ...system,
      tenantId,
      environmentId,
      eventId: input.event?.id ?? null,
      eventType: input.event?.eventType ?? 'manual',
      timestamp: now(),
    },
    params: {},
    steps: input.steps,
    ...(input.data === undefined ? {} : { trigger: input.data }),
    ...(input.index === undefined ? {} : { item: input.item, index: input.index }),
    variables: await callVariables(),
  }
}
