import type { FieldError } from '@crossdock/kernel/ground'
import { checkConfig, schemaOf } from '@crossdock/kernel/kinds'
import type { CallingStepType, StepType } from '../contracts/index.js'
import { stepSettings } from './step_settings.js'

type Config = Record<string, unknown>

/**
 * Checks a step's config with two schemas: the schema of its type, and the schema for settings that every step
 * has. Fields are relative to the step.
 */
export async function checkStepConfig(
  type: StepType | CallingStepType,
  given: Config
): Promise<{ config: Config; errors: FieldError[] }> {
  const shared = schemaOf(stepSettings).properties ?? {}
  const names = Object.keys(given)
  const only = (wanted: (name: string) => boolean) =>
    Object.fromEntries(names.filter(wanted).map((name) => [name, given[name]]))
  const isShared = (name: string) => Object.hasOwn(shared, name)
  const own = await checkConfig(
    type,
    only((name) => !isShared(name)),
    'config'
  )
  const settings = await checkConfig(stepSettings, only(isShared), 'config')
  return {
    config: { ...own.config, ...settings.config },
    errors: [...(own.errors ?? []), ...(settings.errors ?? [])],
  }
}
