import { createHash } from 'node:crypto'
import { newId } from '@crossdock/kernel/database'
import { parseJson } from '@crossdock/kernel/json'
import { tenantRows, tenantTable } from '@crossdock/kernel/tenancy'
import type { Expected, SideName } from '@crossdock/sync-engine'
import type { Work } from '@crossdock/sync-engine/protocol'
import type { Change } from './ends/end.js'
import { deleteRows } from './rows.js'

/** Maximum work of one end, waiting or in progress. Further work is planned when some work is done. */
export const mostWork = 10_000

/** The changes to store when the work is done. */
export interface Then {
  change?: Change
  path: string
}

export interface NewWork {
  side: SideName
  path: string
  /**
   * Work without an id. If other work creates its parent, the parent is named by that work's position in the
   * list.
   */
  work: Work
  then: Then
}

export interface WorkRow {
  id: string
  contract_id: string
  side: SideName
  run_id: string | null
  position: number
  type: Work['type']
  path: string
  print: string
  work: string
  then: string | null
  hash: string | null
  state: 'waiting' | 'sent'
  done: number
  total: number
  started_at: string | null
}

/** Returns a hash that is equal for equal work of two plans, regardless of its id. */
function printOf({ work, then: { change } }: NewWork): string {
  const { id: _, ...what } = work
  const parent = 'parentId' in what && change && 'parentKey' in change ? change.parentKey : null
  const { key = null } = change ?? {}
  const facts = {
    ...what,
    parentId: null,
    parent,
    key,
    from: change && 'from' in change ? change.from : null,
  }
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

export const workOf = (contractId: string, side?: SideName) => {
  const rows = tenantTable<WorkRow>('sync_work').where('contract_id', contractId)
  return side ? rows.where('side', side) : rows
}

/**
 * Replaces the waiting work by the work of a new plan, in the caller's transaction. Work that is in both plans
 * is kept with its progress.
 * @returns whether there is new work
 */
export async function replaceWork(
  contractId: string,
  runId: string | null,
  wanted: readonly NewWork[]
): Promise<boolean> {
  const before = await workOf(contractId)
  const byPrint = new Map(before.map((row) => [`${row.side} ${row.print}`, row]))
  const names = new Map<string, string>()
  const fresh: Record<string, string | number | null>[] = []
  const stays = new Set<string>()
  let last = -1
  for (const one of wanted) {
    const print = printOf(one)
    const same = byPrint.get(`${one.side} ${print}`)
    const id = same?.id ?? newId()
    // Only the order of positions matters, so most rows keep theirs when earlier work is done.
    const position = same && same.position > last ? same.position : last + 1
    last = position
    names.set(one.work.id, id)
    const work = JSON.stringify({ ...resolveParent(one.work, names), id })
    const then = JSON.stringify(one.then)
    if (same) {
      stays.add(same.id)
      if (same.position !== position || same.work !== work)
        await tenantRows('sync_work').update({ id }, { position, work, then, run_id: runId })
      continue
    }
    fresh.push({
      id,
      contract_id: contractId,
      side: one.side,
      run_id: runId,
      position,
      print,
      work,
      then,
      type: one.work.type,
      path: one.path,
      state: 'waiting',
      done: 0,
      started_at: null,
      hash: one.work.type === 'write' ? one.work.hash : null,
      total: one.work.type === 'write' || one.work.type === 'send' ? one.work.size : 0,
    })
  }
  const gone = before.filter(({ id }) => !stays.has(id)).map(({ id }) => id)
  await deleteRows('sync_work', { contract_id: contractId }, 'id', gone)
  await tenantRows('sync_work').insertAll(fresh)
  return fresh.length > 0
}

/** Replaces the position of a parent's work by its id in the table. */
function resolveParent(work: Work, names: ReadonlyMap<string, string>): Work {
  if (!('parentId' in work) || !work.parentId?.startsWith('work:')) return work
  const id = names.get(work.parentId.slice('work:'.length))
  return { ...work, parentId: id ? `work:${id}` : work.parentId }
}

export const parseWork = ({ work }: Pick<WorkRow, 'work'>): Work => parseJson(work) as Work
export const parseThen = ({ then }: Pick<WorkRow, 'then'>): Then | null =>
  then === null ? null : (parseJson(then) as Then)

/** Returns the work by which an agent makes a change of its folder. */
export function createWork(change: Change, id: string, parentId: string | null): Work {
  switch (change.type) {
    case 'makeFolder':
      return { id, type: 'makeFolder', parentId, name: change.name }
    case 'move':
      return { id, type: 'move', expected: change.expected, parentId, name: change.name }
    case 'remove':
      return { id, type: 'remove', expected: change.expected, kind: change.kind }
    case 'write': {
      const { expected, name, size, modifiedAt } = change
      return { id, type: 'write', expected, parentId, name, hash: change.hash!, size, modifiedAt }
    }
  }
}

export const sendWork = (expected: Expected, size: number, id: string): Work => ({
  id,
  type: 'send',
  expected,
  size,
})
