import { withoutCredentials } from '@crossdock/environments/contracts'
import { isJsonObject } from '@crossdock/kernel/json'
import { isMask } from '@crossdock/kernel/secrets'
import { stepTypes, triggerTypes, type FlowStep, type TriggerConfig } from '../contracts/index.js'
import { movedSecrets, movedSecretsOf } from '../definition/moved.js'
import { maskStep, maskTrigger } from '../definition/sealed.js'
import { mapSteps, walk } from '../definition/tree.js'
import type { DefinitionParts } from './references.js'

/**
 * The place of a secret in a definition: its name for people, and a key that does not change when a step is
 * renamed.
 */
interface SecretPlace {
  place: string
  key: string
}

/**
 * Removes the secrets from a stored definition.
 * @returns the rest, and the places of the secrets
 */
export function plainDefinition({ triggerType, triggerConfig, steps }: DefinitionParts) {
  const trigger = withoutCredentials(maskTrigger(triggerConfig), 'triggerConfig')
  const secrets: SecretPlace[] = trigger.credentials.map((place) => ({ place, key: place }))
  const plain = mapSteps(steps, (step) => {
    const config = withoutCredentials(maskStep(step).config, 'config')
    for (const name of config.credentials) {
      secrets.push({ place: `${step.name ?? step.id}.${name}`, key: `${step.id} ${name}` })
    }
    return { ...step, config: config.plain as FlowStep['config'] }
  })
  return {
    definition: { triggerType, triggerConfig: trigger.plain as TriggerConfig, steps: plain },
    secrets,
  }
}

/**
 * Adds masks for the stored secrets to a definition, if they belong to the same trigger or step and keep the
 * same destination. Other secrets are dropped.
 */
export function withMasks<N extends DefinitionParts>(definition: N, stored: DefinitionParts): N {
  const before = new Map([...walk(stored.steps)].map(({ step }) => [step.id, maskStep(step)]))
  const trigger = triggerTypes.get(definition.triggerType)
  const shown = maskTrigger(stored.triggerConfig)
  const merged = masksInto(definition.triggerConfig, shown) as TriggerConfig
  const triggerStays =
    trigger !== undefined &&
    stored.triggerType === definition.triggerType &&
    movedSecrets(trigger, shown, merged).length === 0
  return {
    ...definition,
    triggerConfig: triggerStays ? merged : definition.triggerConfig,
    steps: mapSteps(definition.steps, (step) => {
      const type = stepTypes.get(step.type)
      const former = before.get(step.id)
      if (!type || former?.type !== step.type) return step
      const config = masksInto(step.config, former.config) as FlowStep['config']
      const stays = movedSecretsOf(type, former, { ...step, config }).length === 0
      return stays ? { ...step, config } : step
    }),
  }
}

/** Copies masks from `shown` to the same places, if the paths to these places are equal. */
function masksInto(plain: unknown, shown: unknown): unknown {
  if (isMask(shown)) return plain === undefined ? shown : plain
  if (!isJsonObject(shown) || !isJsonObject(plain)) return plain
  const masks = Object.entries(shown).flatMap(([name, part]) => {
    const merged = masksInto(plain[name], part)
    return merged === undefined ? [] : [[name, merged] as const]
  })
  return { ...plain, ...Object.fromEntries(masks) }
}
