import vine from '@vinejs/vine'
import type { FieldError } from '@crossdock/kernel/http'
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

/** Takes whatever a test sets. */
export const anyConfig = vine.create(vine.object({}).allowUnknownProperties())

type Behaviour = (context: StepContext) => Promise<unknown> | unknown

/** A step type whose behaviour a test decides; it keeps what it was called with. */
export class Probe implements StepType {
  readonly label = 'Probe'
  readonly outputPermission = flowsRead
  readonly permissions: readonly PermissionRef[] = []
  readonly description = 'Does what a test wants'
  readonly config = anyConfig
  readonly calls: { step: string; key: string; attempt: number; context: StepContext }[] = []
  readonly #behaviours = new Map<string, Behaviour>()

  /** What the steps of this id do. */
  on(step: string, behaviour: Behaviour): void {
    this.#behaviours.set(step, behaviour)
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
    return { output: (await this.#behaviours.get(step.id)?.(context)) ?? { done: step.id } }
  }
}

/** A plugin as a third party would write one. */
export const probePlugin = (probe: StepType, trigger?: TriggerType) =>
  definePlugin({
    name: 'probe',
    version: '1.0.0',
    compatibility: '^1.0',
    dependsOn: ['flows'],
    contributes: [
      contribute(stepTypes, (registry) => registry.add('probe', probe)),
      contribute(triggerTypes, (registry) => void (trigger && registry.add('fatal', trigger))),
    ],
  })

/** Fails so many times, then succeeds. */
export function failing(times: number, retryable = true): Behaviour {
  return ({ attempt }) => {
    if (attempt > times) return { attempt }
    throw new StepFailed(`No luck at try ${attempt}.`, { retryable, output: { attempt } })
  }
}

/** Goes on until it is stopped; `begun` tells when it has begun, `stopped` why it was stopped. */
export function hanging() {
  const begun = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<Error>()
  const behaviour: Behaviour = ({ signal }) => {
    begun.resolve()
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        stopped.resolve(signal.reason as Error)
        reject(signal.reason as Error)
      })
    })
  }
  return { behaviour, begun: begun.promise, stopped: stopped.promise }
}
