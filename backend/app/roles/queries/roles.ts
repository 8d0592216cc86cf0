import {
  notFound,
  Page,
  type FilterValue,
  type ListDefinition,
  type ListRequest,
  type Output,
  type Reader,
} from '@crossdock/kernel/http'
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

/** Every role of the current tenant, built-in ones first, then its own by name: some hundred at the most. */
export async function everyRole(reader: Reader): Promise<ShownRole[]> {
  const holdersOf = await countHolders()
  const own = await Role.query()
  return [
    ...(await showAllBuiltIn(reader, holdersOf)),
    ...own.map((role) => showOwn(role, holdersOf)).sort(by('name', 1)),
  ]
}

/** A page of them. Half of them are in no table, so they are narrowed and sorted here. */
export async function listRoles(
  { filter, sort, offset, limit }: ListRequest,
  reader: Reader
): Promise<Page<ShownRole>> {
  const conditions = Object.entries(filter)
  const found = (await everyRole(reader)).filter((role) =>
    conditions.every(([name, value]) => fits(role[name as keyof ShownRole], value))
  )
  found.sort(by(sort.field as keyof ShownRole, sort.direction === 'asc' ? 1 : -1))
  return new Page(found.slice(offset, offset + limit), found.length, offset)
}

/** @param id or key @throws Problem 404 */
export async function showRole(id: string, reader: Reader): Promise<ShownRole> {
  const holdersOf = await countHolders()
  if (isBuiltIn(id)) return showBuiltIn(id, reader, holdersOf)
  return showOwn(await findOwnRole(id), holdersOf)
}

/**
 * @param id or key
 * @param lock whether nobody else may change it, nor be given it, before the transaction ends
 * @throws Problem 404
 */
export async function findOwnRole(id: string, { lock = false } = {}): Promise<Role> {
  const query = Role.query().where((either) => either.where('id', id).orWhere('key', id))
  const found = await (lock ? query.forUpdate() : query)
  // A key might read like the id of another one.
  const role = found.find((one) => one.id === id) ?? found[0]
  if (!role) throw notFound('There is no role with the id "{id}".', id)
  return role
}

function fits(given: unknown, wanted: FilterValue): boolean {
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
