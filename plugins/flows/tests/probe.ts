import vine from '@vinejs/vine'
import type { FieldError } from '@crossdock/kernel/ground'
import { contribute, definePlugin, type PermissionRef } from '@crossdock/kernel/plugin'
import {
  flowsRead,
  StepFailed,
  stepTypes,
  triggerTypes,
  type FlowStep,
  type StepContext,
  type StepOutcome,
  type StepType,
  type TriggerType,
} from '../contracts/index.js'

/** Accepts any config of a test. */
export const anyConfig = vine.create(vine.object({}).allowUnknownProperties())

type Behavior = (context: StepContext) => Promise<unknown> | unknown

/** A step type whose behavior a test decides; it records its calls. */
export class Probe implements StepType {
  readonly label = 'Probe'
  readonly outputPermission = flowsRead
  readonly permissions: readonly PermissionRef[] = []
  readonly description = 'Does what a test wants'
  readonly config = anyConfig
  readonly calls: { step: string; key: string; attempt: number; context: StepContext }[] = []
  readonly #behaviors = new Map<string, Behavior>()

  /** Sets the behavior of the steps with this id. */
  on(step: string, behavior: Behavior): void {
    this.#behaviors.set(step, behavior)
  }

  of(step: string) {
    return this.calls.filter((call) => call.step === step)
  }

  check(_step: FlowStep): Promise<FieldError[]> | FieldError[] {
    return []
  }

  async run(context: StepContext): Promise<StepOutcome> {
    const { step, idempotencyKey: key, attempt } = context
    this.calls.push({ step: step.id, key, attempt, context })
    return { output: (await this.#behaviors.get(step.id)?.(context)) ?? { done: step.id } }
  }
}

/** A plugin like one of a third party. */
export const probePlugin = (probe: StepType, trigger?: TriggerType) =>
  definePlugin({
    name: 'probe',
    version: '1.0.0',
    compatibility: '^0.1',
    dependsOn: ['flows'],
    contributes: [
      contribute(stepTypes, (registry) => registry.add('probe', probe)),
      contribute(triggerTypes, (registry) => void (trigger && registry.add('fatal', trigger))),
    ],
  })

/** Fails a number of times, then succeeds. */
export function failing(times: number, retryable = true): Behavior {
  return ({ attempt }) => {
    if (attempt > times) return { attempt }
    throw new StepFailed(`No luck at try ${attempt}.`, { retryable, output: { attempt } })
  }
}

/** Runs until it is stopped; `begun` resolves when it has started, `stopped` with the reason of the stop. */
export function hanging() {
  const begun = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<Error>()
  const behavior: Behavior = ({ signal }) => {
    begun.resolve()
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        stopped.resolve(signal.reason as Error)
        reject(signal.reason as Error)
      })
    })
  }
  return { behavior, begun: begun.promise, stopped: stopped.promise }
}
