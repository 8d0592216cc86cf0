import { sentenceOf } from '@crossdock/backend/activity'
import { personNames } from '@crossdock/backend/users'
import { unscoped } from '@crossdock/kernel/database'
import { groupOf, progressOf } from '@crossdock/kernel/events'
import { english } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import type { Reader } from '@crossdock/kernel/http'
import { parseObject } from '@crossdock/kernel/json'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { countCaused } from './caused.js'
import { inReadableScope } from './visible.js'
import type { eventAnswer } from '../validators/event.js'
import { nameIn } from './name_in.js'
import type { LogRow } from './visible.js'
type Shown = Output<typeof eventAnswer>

/** The fields of an event that lists and single events share. */
export async function showFacts(rows: readonly LogRow[], reader: Reader) {
  const types = new Map(pluginHost.use().eventTypes.map((type) => [type.name, type]))
  const nameOf = await personNames(rows.map((row) => text(row.user_id)))
  const tenantOf = await tenantNames(rows)
  const progress = await inReadableScope(() => progressOf(rows))
  return (row: LogRow): Omit<Shown, 'caused'> => {
    const payload = parseObject(row.payload as string) ?? {}
    const type = types.get(String(row.event_type))
    const sentence = type && sentenceOf(type, payload)
    const { status, retryCount } = progress(row)
    return {
      id: String(row.id),
      tenantId: text(row.tenant_id),
      tenantName: tenantOf(text(row.tenant_id)),
      environmentId: text(row.environment_id),
      eventType: String(row.event_type),
      group: type ? groupOf(type) : null,
      actorType: String(row.actor_type),
      actorId: text(row.actor_id),
      userId: text(row.user_id),
      // A visitor of a link acts with its creator's permissions, but the creator is not the actor.
      userName: row.actor_type === 'link' ? null : nameOf(text(row.user_id)),
      sourceType: text(row.source_type),
      sourceId: text(row.source_id),
      targetType: text(row.target_type),
      targetId: text(row.target_id),
      targetName: nameIn(payload),
      action: sentence ? (reader.translate(sentence) ?? english(sentence)) : null,
      payload,
      status,
      processedAt: null,
      retryCount,
      causeId: text(row.cause_id),
      rootId: String(row.root_id),
      createdAt: String(row.created_at),
    }
  }
}

/** Events in the form for lists. */
export async function showEvents(rows: readonly LogRow[], reader: Reader) {
  const facts = await showFacts(rows, reader)
  const caused = await countCaused(rows)
  return (row: LogRow): Shown => ({ ...facts(row), caused: caused(row) })
}

const text = (value: unknown) => (value ?? null) as string | null

/** The names of tenants, for a super administrator outside of tenants. */
async function tenantNames(rows: readonly LogRow[]) {
  const ids = [...new Set(rows.flatMap((row) => text(row.tenant_id) ?? []))]
  if (currentContext().tenantId || ids.length === 0) return () => null
  const tenants = await asOperator('a super administrator reads the tenants of events', async () =>
    unscoped().from('tenants').whereIn('id', ids).select('id', 'name')
  )
  const names = new Map<string, string>(tenants.map(({ id, name }) => [id, name]))
  return (id: string | null) => names.get(id ?? '') ?? null
}
