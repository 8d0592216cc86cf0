import { transaction } from '@crossdock/kernel/database'
import { flowsRead } from '@crossdock/flows/contracts'
import { conflict, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { holds } from '@crossdock/kernel/tenancy'
import {
  createEndpoints,
  recordEndpointUpdated,
  removeEndpoint,
  type MadeEndpoint,
} from '../../actions/endpoints.js'
import { ApiEndpoint } from '../../models/api_endpoint.js'
import type { SystemOrigin } from '../../models/external_system.js'
import { findSystem } from '../../queries/systems.js'
import { compare, usesOf, type Change, type Comparison } from '../compare.js'
import { documentOf } from '../document_of.js'
import { sha256 } from '../hash_of.js'
import { plainAddress } from '../../placeholders/plain_address.js'
import {
  assertRoom,
  selectOperations,
  createSystemFromPlan,
  roomForEndpoints,
  unknownKey,
} from '../make_system.js'
import type { Plan, ReadingChoices } from '../../definitions/plan.js'
import { importableEndpoints, prepareTemplates } from '../prepared.js'
import { readInThread } from '../read_in_thread.js'
import type { importBody } from '../validators/imports.js'

type Given = Output<typeof importBody>

/** The result of an import. */
interface Result {
  systemId: string
  systemName: string
  created: number
  updated: number
  deleted: number
}

interface Imported {
  plan: Plan
  /** How many more endpoints the environment may have; null without a limit. */
  room: number | null
  changes: Comparison | null
  result: Result | null
}

/**
 * Reads an OpenAPI description, and creates or updates a system unless it is a dry run.
 * @throws Problem 404, 409, 413, 422, 429
 */
export async function importDescription(given: Given): Promise<Imported> {
  const { systemId, dryRun = false, keys } = given
  // Check the system before reading the document.
  if (systemId !== undefined) await findSystem(systemId)
  const document = await documentOf(given)
  const plan = prepareTemplates(await readInThread(document, choicesOf(given)))
  const importable = importableEndpoints(plan)
  const room = await roomForEndpoints()
  const origin = originOf(plan, document, given.url)
  if (systemId === undefined) {
    const chosen = selectOperations(importable, keys)
    const result = dryRun ? null : await createSystem(plan, given, chosen, origin, room)
    return { plan, room, changes: null, result }
  }
  const outcome = dryRun
    ? { changes: await compare(importable, await endpointsOf(systemId)), result: null }
    : await updateSystem(systemId, importable, given, origin, room)
  return { plan, room, ...outcome }
}

export const choicesOf = ({ url, server, bodyTypes }: Given): ReadingChoices => ({
  ...(url === undefined ? {} : { url }),
  ...(server === undefined ? {} : { server }),
  ...(bodyTypes === undefined ? {} : { bodyTypes }),
})

function originOf({ title, version }: Plan, document: string, url?: string): SystemOrigin {
  const hash = sha256(document)
  const own = { kind: 'openapi' as const, title, version, hash }
  return url === undefined ? own : { ...own, url: plainAddress(url) }
}

function endpointsOf(systemId: string, { lock = false } = {}): Promise<ApiEndpoint[]> {
  const query = ApiEndpoint.query().where('system_id', systemId).orderBy('name').orderBy('id')
  return Promise.resolve(lock ? query.forUpdate() : query)
}

async function createSystem(
  plan: Plan,
  given: Given,
  importable: MadeEndpoint[],
  origin: SystemOrigin,
  room: number | null
): Promise<Result> {
  assertRoom(importable.length, room)
  const system = await transaction(() =>
    createSystemFromPlan(plan.system, given, importable, origin)
  )
  const { id: systemId, name: systemName } = system
  return { systemId, systemName, created: importable.length, updated: 0, deleted: 0 }
}

/**
 * Updates the selected endpoints. Without a selection, it updates all new and changed endpoints, except manually
 * edited ones, and deletes nothing.
 * @throws Problem 409 if workflows would fail and the caller has not confirmed
 */
async function updateSystem(
  systemId: string,
  importable: readonly MadeEndpoint[],
  { keys, confirm = false }: Pick<Given, 'keys' | 'confirm'>,
  origin: SystemOrigin,
  room: number | null
): Promise<{ changes: Comparison; result: Result }> {
  return transaction(async () => {
    const system = await findSystem(systemId, { lock: true })
    const stored = await endpointsOf(systemId, { lock: true })
    const changes = await compare(importable, stored)
    assertKnown(keys, importable, changes)
    const chosen = keys === undefined ? undefined : new Set(keys)
    const isChosen = (key: string, byDefault: boolean) => chosen?.has(key) ?? byDefault
    const byKey = new Map(importable.map((one) => [one.key, one]))
    const byId = new Map(stored.map((one) => [one.id, one]))
    const added = changes.added.filter((key) => isChosen(key, true))
    const changed = changes.changed.filter(({ key, isEdited }) => isChosen(key, !isEdited))
    const removed = changes.removed.filter(({ key }) => isChosen(key, false))
    if (!confirm) await refuseBreaking([...removed, ...changed.filter(({ breaks }) => breaks)])
    for (const { endpointId } of removed) await removeEndpoint(byId.get(endpointId)!, system.name)
    assertRoom(added.length, room === null ? null : room + removed.length)
    await createEndpoints(
      system,
      added.map((key) => byKey.get(key)!)
    )
    for (const { endpointId, key } of changed) {
      await change(byId.get(endpointId)!, byKey.get(key)!, system.name)
    }
    await system.merge({ origin }).save()
    const figures = { created: added.length, updated: changed.length, deleted: removed.length }
    return { changes, result: { systemId, systemName: system.name, ...figures } }
  })
}

/**
 * Refuses changes if a workflow calls one of the endpoints.
 * @throws Problem 409
 */
async function refuseBreaking(changes: readonly Change[]): Promise<void> {
  const workflows = [...new Set((await usesOf(changes)).map(({ workflow }) => workflow))]
  if (workflows.length === 0) return
  const said = { names: workflows.join(', '), count: workflows.length }
  throw conflict(
    'E_BREAKS_WORKFLOWS',
    holds(flowsRead)
      ? text(
          'Workflows that will fail: {names}. Send "confirm": true to import all the same.',
          said
        )
      : workflows.length === 1
        ? text('1 workflow will fail. Send "confirm": true to import all the same.')
        : text('{count} workflows will fail. Send "confirm": true to import all the same.', said)
  )
}

function assertKnown(
  keys: readonly string[] | undefined,
  importable: readonly MadeEndpoint[],
  { removed }: Comparison
): void {
  const known = new Set([...importable, ...removed].map(({ key }) => key))
  const unknown = keys?.find((key) => !known.has(key))
  if (unknown !== undefined) throw unknownKey(unknown)
}

async function change(
  endpoint: ApiEndpoint,
  { name, method, path, requestSchema, responseSchema, origin }: MadeEndpoint,
  systemName: string
): Promise<void> {
  await endpoint.merge({ name, method, path, requestSchema, responseSchema, origin }).save()
  await recordEndpointUpdated(endpoint, systemName)
}
