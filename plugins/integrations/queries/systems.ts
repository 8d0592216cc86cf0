import { notFound } from '@crossdock/kernel/ground'
import {
  paginate,
  searchIn,
  type FilterValue,
  type ListRequest,
  type Page,
} from '@crossdock/kernel/lists'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { ExternalSystem } from '../models/external_system.js'
import { showSystem } from '../transformers/system.js'
import { failingSystems } from './failing_systems.js'
import { systemList } from './lists.js'

export async function listSystems(
  request: ListRequest
): Promise<Page<ReturnType<typeof showSystem>>> {
  const search = searchIn('name', 'description')
  const page = await paginate(ExternalSystem.query(), systemList, request, { search, isFailing })
  const counts = await countEndpoints(page.rows.map(({ id }) => id))
  return page.map((system) => showSystem(system, counts.get(system.id) ?? 0))
}

/** Selects systems whose newest calls failed. There are at most twenty. */
async function isFailing(query: ReturnType<typeof ExternalSystem.query>, value: FilterValue) {
  const ids = (await failingSystems()).map(({ id }) => id)
  return value === true ? query.whereIn('id', ids) : query.whereNotIn('id', ids)
}

/**
 * Finds a system.
 * @param lock whether to lock the row until the transaction ends
 * @throws Problem 404
 */
export async function findSystem(id: string, { lock = false } = {}): Promise<ExternalSystem> {
  const query = ExternalSystem.query().where('id', id)
  const system = await (lock ? query.forUpdate() : query).first()
  if (!system) throw notFound('There is no external system with the id "{id}".', id)
  return system
}

export async function showOne(system: ExternalSystem): Promise<ReturnType<typeof showSystem>> {
  const counts = await countEndpoints([system.id])
  return showSystem(system, counts.get(system.id) ?? 0)
}

async function countEndpoints(systemIds: string[]): Promise<Map<string, number>> {
  const rows = await tenantTable<{ system_id: string; total: number }>('api_endpoints')
    .whereIn('system_id', systemIds)
    .groupBy('system_id')
    .select('system_id')
    .count('* as total')
  return new Map(rows.map((row) => [row.system_id, Number(row.total)]))
}
