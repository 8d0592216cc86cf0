import { notFound } from '@crossdock/kernel/ground'
import {
  Page,
  type FilterValue,
  type ListDefinition,
  type ListRequest,
} from '@crossdock/kernel/lists'
import type { Output } from '@crossdock/kernel/shapes'
import type { Reader } from '@crossdock/kernel/http'
import { isBuiltIn } from '../built_in.js'
import { Role } from '../models/role.js'
import { showAllBuiltIn, showBuiltIn, showOwn } from '../transformers/role.js'
import type { roleAnswer } from '../validators/role.js'
import { countHolders } from './holders.js'

type ShownRole = Output<typeof roleAnswer>

export const roleList: ListDefinition = {
  resource: 'roles',
  filters: { key: 'text', isBuiltIn: 'boolean' },
  sorts: { name: 'name', key: 'key', holders: 'holders' },
  defaultSort: ['name', 'asc'],
}

/** All roles of the current tenant, built-in ones first, then custom ones by name: at most about a hundred. */
export async function everyRole(reader: Reader): Promise<ShownRole[]> {
  const holdersOf = await countHolders()
  const own = await Role.query()
  return [
    ...(await showAllBuiltIn(reader, holdersOf)),
    ...own.map((role) => showOwn(role, holdersOf)).sort(by('name', 1)),
  ]
}

/** A page of roles. Built-in roles are in no table, so filters and order are applied here. */
export async function listRoles(
  { filter, sort, offset, limit }: ListRequest,
  reader: Reader
): Promise<Page<ShownRole>> {
  const conditions = Object.entries(filter)
  const found = (await everyRole(reader)).filter((role) =>
    conditions.every(([name, value]) => matchesFilter(role[name as keyof ShownRole], value))
  )
  found.sort(by(sort.field as keyof ShownRole, sort.direction === 'asc' ? 1 : -1))
  return new Page(found.slice(offset, offset + limit), found.length, offset)
}

/** @param id id or key @throws Problem 404 */
export async function showRole(id: string, reader: Reader): Promise<ShownRole> {
  const holdersOf = await countHolders()
  if (isBuiltIn(id)) return showBuiltIn(id, reader, holdersOf)
  return showOwn(await findOwnRole(id), holdersOf)
}

/**
 * @param id id or key
 * @param lock prevents changes of the role, and giving it to people, until the transaction ends
 * @throws Problem 404
 */
export async function findOwnRole(id: string, { lock = false } = {}): Promise<Role> {
  const query = Role.query().where((either) => either.where('id', id).orWhere('key', id))
  const found = await (lock ? query.forUpdate() : query)
  // A key can look like the id of another role.
  const role = found.find((one) => one.id === id) ?? found[0]
  if (!role) throw notFound('There is no role with the id "{id}".', id)
  return role
}

function matchesFilter(given: unknown, wanted: FilterValue): boolean {
  if (Array.isArray(wanted)) return wanted.includes(String(given))
  const beginning = typeof wanted === 'string' && wanted.endsWith('*') ? wanted.slice(0, -1) : null
  return beginning === null ? given === wanted : String(given).startsWith(beginning)
}

const by =
  (field: keyof ShownRole, order: 1 | -1) =>
  (one: ShownRole, other: ShownRole): number =>
    order * (compare(one[field], other[field]) || compare(one.id, other.id))

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other))
}
