import { text, type FieldError } from '@crossdock/kernel/ground'
import { addressesIn, schemaOf, type Kind } from '@crossdock/kernel/kinds'
import { isMask } from '@crossdock/kernel/secrets'
import type { FlowStep } from '../contracts/index.js'
import { stepSettings } from './step_settings.js'

type Config = Record<string, unknown>

/**
 * Returns errors for stored secrets that should be kept although a field that determines their destination has
 * changed. Otherwise a person who may change a workflow could send other people's secrets to any address.
 * @param before the stored configuration with its secrets masked
 */
export function movedSecrets(kind: Kind, before: Config, after: Config): FieldError[] {
  if (addressesIn(kind, before) === addressesIn(kind, after)) return []
  return [...keptMasks(before, after, '')].map(enterAgain)
}

/** Like `movedSecrets`, for a step. The called endpoint counts as destination, and retry settings do not. */
export function movedSecretsOf(kind: Kind, before: FlowStep, after: FlowStep): FieldError[] {
  const [was, is] = [before, after].map((step) => withoutSettings(step.config)) as [Config, Config]
  const callsElsewhere =
    before.systemId !== after.systemId || before.endpointId !== after.endpointId
  const errors = callsElsewhere
    ? [...keptMasks(was, is, '')].map(enterAgain)
    : movedSecrets(kind, was, is)
  return errors.map((error) => ({ ...error, field: `config.${error.field}` }))
}

function withoutSettings(config: Config): Config {
  const shared = schemaOf(stepSettings).properties ?? {}
  return Object.fromEntries(Object.entries(config).filter(([name]) => !Object.hasOwn(shared, name)))
}

/** Yields the paths at which a mask replaces a stored secret. */
function* keptMasks(before: unknown, after: unknown, path: string): Generator<string> {
  if (isMask(before) && isMask(after)) return yield path
  if (typeof before !== 'object' || before === null) return
  if (typeof after !== 'object' || after === null) return
  const parts = new Map(Object.entries(before))
  for (const [name, part] of Object.entries(after)) {
    yield* keptMasks(parts.get(name), part, path ? `${path}.${name}` : name)
  }
}

const enterAgain = (field: string): FieldError => ({
  field,
  rule: 'moved',
  text: text('Enter this again: it was saved for the previous values of the fields around it.'),
})
