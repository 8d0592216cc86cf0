import { currentTenantId, inTenant } from '@crossdock/kernel/tenancy'
import type { PromotedKind, PromotedRef, PromotedRow } from '../../contracts/index.js'
import { Counterpart } from '../models/counterpart.js'

/** The two environments of a promotion. */
export interface Direction {
  sourceId: string
  targetId: string
}

/** The counterpart of a row, and how it was found. */
export interface Match {
  target: PromotedRow | undefined
  byName: boolean
  /** How many other rows of the target have the same name. */
  others: number
}

/**
 * Finds the counterparts of rows of one kind: the paired row, or else the oldest unpaired row with the same
 * name. A pair counts in either direction. The counterpart of an owned row belongs to the owner's counterpart.
 * Runs in the target environment.
 * @param ownerOf returns the counterpart of an owner; undefined if it is not created yet
 */
export async function match(
  [name, kind]: [string, PromotedKind],
  rows: readonly PromotedRow[],
  direction: Direction,
  options: { lock: boolean; ownerOf: (owner: PromotedRef) => string | undefined }
): Promise<Map<string, Match>> {
  const { lock, ownerOf } = options
  const paired = await pairsOf(name, rows, direction)
  const known = new Map(
    (await kind.rows([...new Set(paired.values())], { lock })).map((row) => [row.id, row])
  )
  const fits = (row: PromotedRow, { owner }: PromotedRow) =>
    !owner || row.owner?.id === ownerOf(owner)
  const found = new Map<string, Match>()
  for (const row of rows) {
    const target = known.get(paired.get(row.id) ?? '')
    if (target && fits(target, row)) found.set(row.id, { target, byName: false, others: 0 })
  }
  const rest = rows.filter(({ id }) => !found.has(id))
  const named = await kind.named([...new Set(rest.map((row) => row.name))])
  const taken = new Set([...found.values()].map(({ target }) => target?.id))
  const elsewhere = await pairedTo([name, kind], named, direction)
  for (const row of rest) {
    const free = named.filter(
      (other) =>
        other.name === row.name &&
        fits(other, row) &&
        !taken.has(other.id) &&
        !elsewhere.has(other.id)
    )
    const [first] = free
    taken.add(first?.id)
    const target = first && lock ? (await kind.rows([first.id], { lock }))[0] : first
    found.set(row.id, {
      target,
      byName: target !== undefined,
      others: Math.max(0, free.length - 1),
    })
  }
  return found
}

/** Returns the ids of the counterparts in the target by ids of the source. */
async function pairsOf(
  kind: string,
  rows: readonly PromotedRow[],
  direction: Direction
): Promise<Map<string, string>> {
  const ids = rows.map(({ id }) => id)
  const pairs = await pairsBetween(kind, direction, 'source', ids)
  return new Map(pairs)
}

/** Existing rows of the target that are paired with rows of the source. */
async function pairedTo(
  [name, kind]: [string, PromotedKind],
  rows: readonly PromotedRow[],
  direction: Direction
): Promise<Set<string>> {
  const ids = rows.map(({ id }) => id)
  const pairs = await pairsBetween(name, direction, 'target', ids)
  const sources = pairs.map(([source]) => source)
  const there = await idsThere(kind, sources, direction.sourceId)
  return new Set(pairs.filter(([source]) => there.has(source)).map(([, target]) => target))
}

/** Returns the subset of the given ids whose rows are in an environment. */
export async function idsThere(
  kind: PromotedKind,
  ids: readonly string[],
  environmentId: string
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await inTenant(currentTenantId(), () => kind.rows(ids, { lock: false }), {
    environmentId,
  })
  return new Set(rows.map(({ id }) => id))
}

/**
 * Selects pairs between two environments, in whichever direction they were first promoted.
 * @param ids the ids on one side; undefined: all
 */
export async function pairsBetween(
  kind: string,
  { sourceId, targetId }: Direction,
  side: 'source' | 'target',
  ids?: readonly string[]
): Promise<[source: string, target: string][]> {
  if (ids?.length === 0) return []
  const ask = (from: string, to: string, column: 'source_id' | 'target_id') => {
    const query = Counterpart.query().where({
      kind,
      source_environment_id: from,
      target_environment_id: to,
    })
    return ids ? query.whereIn(column, [...ids]) : query
  }
  const there = await ask(sourceId, targetId, side === 'source' ? 'source_id' : 'target_id')
  const back = await ask(targetId, sourceId, side === 'source' ? 'target_id' : 'source_id')
  return [
    ...there.map((pair): [string, string] => [pair.sourceId, pair.targetId]),
    ...back.map((pair): [string, string] => [pair.targetId, pair.sourceId]),
  ]
}
