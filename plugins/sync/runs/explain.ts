import { randomUUID } from 'node:crypto'
import { notFound } from '@crossdock/kernel/ground'
import { plan as planOf, type Agreed, type Entry, type Tree } from '@crossdock/sync-engine'
import type { Explained, ExplainedEnd } from '../contracts/index.js'
import { SyncContract } from '../models/sync_contract.js'
import { resolutionsOf } from '../rows/index.js'
import { asOwner } from './as_owner.js'
import type { AnyEnd } from './ends/end.js'
import { openEnds } from './ends/open.js'
import { agreedOf, failedFilesOf } from './rows.js'
import { rulesOf } from './rules.js'

const timeOf = (ms: number) => (ms > 0 ? new Date(ms).toISOString() : null)

/** Explains why a path of a contract is or is not in sync, by a plan that is made now. */
export async function explainPath(contractId: string, given: string): Promise<Explained> {
  const contract = await SyncContract.find(contractId)
  if (!contract) throw notFound('There is no sync contract with the id "{id}".', contractId)
  const path = given.split('/').filter(Boolean).join('/')
  // The root itself is in no tree.
  if (path === '') {
    const nothing = { source: null, target: null, agreed: null }
    return { path, state: 'unknown', reason: null, detail: '', side: null, ...nothing }
  }
  return await asOwner(contract, () => explain(contract, path))
}

async function explain(contract: SyncContract, path: string): Promise<Explained> {
  const ends = await openEnds(contract)
  try {
    const agreed = await agreedOf(contract.id)
    const held = await failedFilesOf(contract.id)
    const source = await ends.source.tree(agreed)
    const target = await ends.target.tree(agreed)
    const facts = {
      path,
      source: endOf(source, path),
      target: endOf(target, path),
      agreed: agreedAt(agreed, path),
    }
    const state = (state: Explained['state'], more: Partial<Explained> = {}): Explained => ({
      ...facts,
      state,
      reason: null,
      detail: '',
      side: null,
      ...more,
    })
    const failed = held.get(path)
    if (failed) {
      const { side, code, message } = failed
      return state('failing', { side, reason: code, detail: message })
    }
    const plan = planOf({
      source,
      target,
      agreed,
      released: null,
      rules: { ...(await rulesOf(contract)), brake: null },
      resolutions: await resolutionsOf(contract.id),
      held: new Set<string>(),
      newKey: randomUUID,
    })
    const steps = plan.operations.filter((one) => one.path === path)
    if (steps.some(({ type }) => type === 'conflict')) return state('conflict')
    const skipped = plan.skipped.find(
      (one) => one.path === path && !isClosed(ends[one.side], one.id)
    )
    if (skipped) {
      const { reason, detail, side } = skipped
      return state('skipped', { reason, detail, side })
    }
    if (steps.some(({ type }) => type !== 'agree')) return state('pending')
    return state(facts.source && facts.target ? 'in_sync' : 'unknown')
  } finally {
    for (const end of Object.values(ends)) if (end.kind === 'remote') await end.close()
  }
}

const isClosed = (end: AnyEnd, id: string) => end.kind === 'stored' && end.closed.has(id)

/** Returns the entry at a path. Unreadable entries, such as closed assets, appear as missing. */
function endOf({ entries }: Tree, path: string): ExplainedEnd | null {
  let found: Entry | undefined
  for (const name of path.split('/')) {
    const parentId = found?.id ?? null
    found = undefined
    for (const entry of entries.values())
      if (entry.parentId === parentId && entry.name === name) found = entry
    if (!found || found.trouble === 'unreadable') return null
  }
  if (!found) return null
  const { kind, size, modifiedAt, hash } = found
  return { path, kind, size, modifiedAt: timeOf(modifiedAt), hash }
}

function agreedAt(agreed: ReadonlyMap<string, Agreed>, path: string): ExplainedEnd | null {
  let found: Agreed | undefined
  for (const name of path.split('/')) {
    const parentKey: string | null = found?.key ?? null
    found = [...agreed.values()].find((one) => one.parentKey === parentKey && one.name === name)
    if (!found) return null
  }
  if (!found) return null
  const { kind, size, modifiedAt, hash } = found
  return { path, kind, size, modifiedAt: timeOf(modifiedAt), hash }
}
