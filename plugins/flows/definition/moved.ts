import { text, type FieldError } from '@crossdock/kernel/http'
import { addressesIn, schemaOf, type Kind } from '@crossdock/kernel/kinds'
import { isMask } from '@crossdock/kernel/secrets'
import type { FlowStep } from '../contracts/index.js'
import { stepSettings } from './step_settings.js'

type Config = Record<string, unknown>

/**
 * The secrets of a configuration that are to stay although a part that says where they are sent has
 * changed: else whoever may change a workflow could have those of others sent to themselves.
 * @param before with its secrets masked
 */
export function movedSecrets(kind: Kind, before: Config, after: Config): FieldError[] {
  if (addressesIn(kind, before) === addressesIn(kind, after)) return []
  return [...kept(before, after, '')].map(enterAgain)
}

/** The same of a step: where it calls says where its secrets go, how often it is tried does not. */
export function movedSecretsOf(kind: Kind, before: FlowStep, after: FlowStep): FieldError[] {
  const [was, is] = [before, after].map((step) => withoutSettings(step.config)) as [Config, Config]
  const callsElsewhere =
    before.systemId !== after.systemId || before.endpointId !== after.endpointId
  const errors = callsElsewhere
    ? [...kept(was, is, '')].map(enterAgain)
    : movedSecrets(kind, was, is)
  return errors.map((error) => ({ ...error, field: `config.${error.field}` }))
}

function withoutSettings(config: Config): Config {
  const shared = schemaOf(stepSettings).properties ?? {}
  return Object.fromEntries(Object.entries(config).filter(([name]) => !Object.hasOwn(shared, name)))
}

/** Where a mask stands for a stored secret. */
function* kept(before: unknown, after: unknown, path: string): Generator<string> {
  if (isMask(before) && isMask(after)) return yield path
  if (typeof before !== 'object' || before === null) return
  if (typeof after !== 'object' || after === null) return
  const parts = new Map(Object.entries(before))
  for (const [name, part] of Object.entries(after)) {
    yield* kept(parts.get(name), part, path ? `${path}.${name}` : name)
  }
}

const enterAgain = (field: string): FieldError => ({
  field,
  rule: 'moved',
  text: text('Enter this again: it was given for what stood beside it before.'),
})
