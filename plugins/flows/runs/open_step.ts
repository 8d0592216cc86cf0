import { Problem, validate } from '@crossdock/kernel/http'
import { openConfig, secretsIn, type Kind } from '@crossdock/kernel/kinds'
import { SecretError } from '@crossdock/kernel/secrets'
import { StepFailed, type FlowStep, type StepPlan } from '../contracts/index.js'
import { sealedFor } from '../definition/sealed.js'

type Config = Record<string, unknown>

/** A step for the time of one try. */
interface OpenStep {
  /** Its config is what the schema of its type gives now, whatever was saved. */
  step: FlowStep
  secrets: string[]
}

/** What every step may set, which stands in no type's schema: a call waits for an answer as long as its step may. */
function sharedSettings({ config: { timeoutMs, retry } }: FlowStep): Config {
  return { ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(retry ? { retry } : {}) }
}

/** @throws StepFailed when its secrets do not open, or its type has changed since it was saved */
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
    const message = `What this step is set to no longer fits its type (${wrong}): ${error.message.replace(/\.?$/, '.')} Set it anew in the workflow and start it again.`
    throw new StepFailed(message, { retryable: false, family: 'invalid' })
  }
}
