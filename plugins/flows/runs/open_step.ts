import { Problem } from '@crossdock/kernel/ground'
import { validate } from '@crossdock/kernel/shapes'
import { openConfig, secretsIn, type Kind } from '@crossdock/kernel/kinds'
import { SecretError } from '@crossdock/kernel/secrets'
import { StepFailed, type FlowStep, type StepPlan } from '../contracts/index.js'
import { sealedFor } from '../definition/sealed.js'

type Config = Record<string, unknown>

/** A step with its secrets opened, for one try. */
interface OpenStep {
  /** The step with its config as the current schema of its type outputs it, not as it was saved. */
  step: FlowStep
  secrets: string[]
}

/**
 * Returns the settings that every step has and that are in no type's schema. A call may wait for an answer as
 * long as its step may run.
 */
function sharedSettings({ config: { timeoutMs, retry } }: FlowStep): Config {
  return { ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(retry ? { retry } : {}) }
}

/**
 * Opens the secrets of a step for one try.
 * @throws StepFailed if its secrets cannot be opened, or if its type has changed since it was saved
 */
export async function openStep(
  { config: schema }: Kind,
  { step, execution: { flowId } }: Pick<StepPlan, 'step' | 'execution'>
): Promise<OpenStep> {
  const context = sealedFor(flowId)
  try {
    const config = openConfig<Config>(step.config, context)
    const secrets = secretsIn(step.config, context)
    const own = (await validate(schema, config)) as Config
    return { step: { ...step, config: { ...sharedSettings(step), ...own } }, secrets }
  } catch (error) {
    if (error instanceof SecretError) throw new StepFailed(error.message, { retryable: false })
    if (!(error instanceof Problem)) throw error
    const wrong = error.errors.map(({ field }) => field).join(', ')
    const message = `The settings of this step no longer fit its type (${wrong}): ${error.message.replace(/\.?$/, '.')} Set it again in the workflow and start a new run.`
    throw new StepFailed(message, { retryable: false, family: 'invalid' })
  }
}
