import { isNested } from '@crossdock/kernel/json'
import { schemaOf, type ConfigSchema, type Kind } from '@crossdock/kernel/kinds'
import type { PromotedRef } from '@crossdock/environments/contracts'
import { stepTypes, triggerTypes, type FlowStep, type TriggerConfig } from '../contracts/index.js'
import { mapSteps } from '../definition/tree.js'

/** A trigger and steps. The schemas of their types say which fields are ids of other objects. */
export interface DefinitionParts {
  triggerType: string
  triggerConfig: TriggerConfig
  steps: FlowStep[]
}

/**
 * Copies a definition and replaces each id of another object. In types that are not installed, only the fields that
 * every step has are replaced.
 */
export function mapNamed<N extends DefinitionParts>(
  definition: N,
  change: (ref: PromotedRef) => string
): N {
  const of = (kind: string, id: string | null) => (id ? change({ kind, id }) : id)
  return {
    ...definition,
    triggerConfig: inConfig(
      triggerTypes.get(definition.triggerType),
      definition.triggerConfig,
      change
    ) as TriggerConfig,
    steps: mapSteps(definition.steps, (step) => ({
      ...step,
      systemId: of('systems', step.systemId),
      endpointId: of('endpoints', step.endpointId),
      config: inConfig(stepTypes.get(step.type), step.config, change) as FlowStep['config'],
    })),
  }
}

/** Returns the references of a trigger and of steps. */
export function namedIn(definition: DefinitionParts): PromotedRef[] {
  const found = new Map<string, PromotedRef>()
  mapNamed(definition, (ref) => {
    found.set(`${ref.kind} ${ref.id}`, ref)
    return ref.id
  })
  return [...found.values()]
}

function inConfig(
  kind: Kind | undefined,
  config: unknown,
  change: (ref: PromotedRef) => string
): unknown {
  const walk = (value: unknown, schema: ConfigSchema | undefined): unknown => {
    const resource = schema?.['x-resource']
    if (typeof value === 'string') {
      return typeof resource === 'string' && value !== ''
        ? change({ kind: resource, id: value })
        : value
    }
    if (!schema || !isNested(value)) return value
    if (Array.isArray(value)) return value.map((item) => walk(item, schema.items))
    const { properties = {}, additionalProperties: others } = schema
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        walk(
          part,
          Object.hasOwn(properties, name)
            ? properties[name]
            : typeof others === 'object'
              ? others
              : undefined
        ),
      ])
    )
  }
  return kind ? walk(config, schemaOf(kind)) : config
}
