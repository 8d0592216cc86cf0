import { flowSteps, flowsRead } from '@crossdock/flows/contracts'
import { holds } from '@crossdock/kernel/tenancy'
import type { MadeEndpoint } from '../actions/endpoints.js'
import type { ApiEndpoint } from '../models/api_endpoint.js'
import { canonical, hashOf } from './hash_of.js'

/** A workflow with a step that calls an endpoint. */
export interface Use {
  workflow: string
  step: string
}

/** An endpoint that differs from its operation. */
export interface Change {
  key: string
  endpointId: string
  name: string
  /** The parts that differ. */
  what: string[]
  /** Whether a person changed the endpoint after its creation. An update would lose these changes. */
  isEdited: boolean
  /** Parameters that have become required. */
  newRequired: string[]
  /** Whether working calls may fail. */
  breaks: boolean
  usedBy: Use[]
}

export interface Comparison {
  added: string[]
  changed: Change[]
  removed: Change[]
  unchanged: number
}

/** Compares the endpoints of a system with the description. */
export async function compare(
  made: readonly MadeEndpoint[],
  stored: readonly ApiEndpoint[]
): Promise<Comparison> {
  const left = new Map(stored.map((endpoint) => [endpoint.id, endpoint]))
  const found: Comparison = { added: [], changed: [], removed: [], unchanged: 0 }
  const byKey = new Map(stored.map((one) => [one.origin?.key ?? '', one]))
  const byPlace = new Map(stored.map((one) => [`${one.method} ${one.path}`, one]))
  for (const one of made) {
    const known = byKey.get(one.key) ?? byPlace.get(`${one.method} ${one.path}`)
    if (!known || !left.delete(known.id)) found.added.push(one.key)
    else {
      const change = changeOf(one, known)
      if (change) found.changed.push(change)
      else found.unchanged++
    }
  }
  for (const endpoint of left.values()) {
    const { id, name, origin } = endpoint
    // Endpoints without an origin were added manually, so no description contains them.
    if (!origin) continue
    const none = { what: [], newRequired: [], usedBy: [] }
    const edited = isEdited(endpoint)
    found.removed.push({
      key: origin.key,
      endpointId: id,
      name,
      isEdited: edited,
      breaks: true,
      ...none,
    })
  }
  await addUses([...found.changed, ...found.removed])
  return found
}

/**
 * Returns whether a person created or changed the endpoint. Changes that no description makes count too, such as
 * inbound endpoints.
 */
const isEdited = (endpoint: ApiEndpoint): boolean =>
  hashOf(endpoint) !== endpoint.origin?.hash || endpoint.endpointType === 'inbound'

function changeOf(made: MadeEndpoint, stored: ApiEndpoint): Change | undefined {
  const { origin } = stored
  if (origin?.hash === made.origin.hash) return undefined
  const what = differing(made, stored)
  if (what.length === 0) return undefined
  const before = new Set(origin?.required)
  const newRequired = origin ? made.origin.required.filter((name) => !before.has(name)) : []
  return {
    key: made.key,
    endpointId: stored.id,
    name: made.name,
    what,
    newRequired,
    usedBy: [],
    isEdited: isEdited(stored),
    breaks: newRequired.length > 0,
  }
}

type Part = Pick<ApiEndpoint, 'name' | 'method' | 'path' | 'requestSchema' | 'responseSchema'>

const partsOf = ({ name, method, path, requestSchema, responseSchema }: Part) => ({
  name,
  method,
  path,
  headers: requestSchema.headers,
  queryParams: requestSchema.queryParams,
  body: requestSchema.body,
  expectedStatus: responseSchema.expectedStatus,
  response: responseSchema.body,
})

function differing(one: Part, other: Part): string[] {
  const [parts, others] = [partsOf(one), Object.entries(partsOf(other))]
  const differs = ([name, value]: [string, unknown]) =>
    canonical([parts[name as keyof typeof parts]]) !== canonical([value])
  return others.filter(differs).map(([name]) => name)
}

/** Returns steps that call one of these endpoints, regardless of the caller's permissions. */
export async function usesOf(changes: readonly Change[]): Promise<Use[]> {
  if (changes.length === 0) return []
  const steps = await flowSteps.use().naming(changes.map(({ endpointId }) => endpointId))
  return steps.map(({ workflow, name }) => ({ workflow, step: name }))
}

/** Adds the steps that use the endpoints, for callers who may see workflows. */
async function addUses(changes: Change[]): Promise<void> {
  if (changes.length === 0 || !holds(flowsRead)) return
  const steps = await flowSteps.use().naming(changes.map(({ endpointId }) => endpointId))
  for (const change of changes) {
    change.usedBy = steps
      .filter(({ names }) => names.includes(change.endpointId))
      .map(({ workflow, name }) => ({ workflow, step: name }))
  }
}
