import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, notFound, Problem, text } from '@crossdock/kernel/ground'
import { currentContext, currentTenantId, inTenant } from '@crossdock/kernel/tenancy'
import { promotedKinds } from '../../contracts/index.js'
import { promotionUndone } from '../event_types.js'
import { Promotion } from '../models/promotion.js'
import { stateOf } from '../plan/fingerprint.js'
import { assertMayPromote, kindNamed, kindsInOrder } from '../plan/kinds.js'
import type { Undo } from '../plan_types.js'
import { assertActive, assertUnbound, lockTarget, findEnvironmentNamed } from '../queries/places.js'
import { removeGonePairs, unpairRows } from './counterparts.js'
import { undoAndFindLost } from './lost.js'
import { namesIn, type Promoted } from './promote.js'
import { lockMeters } from './reserving.js'

const mostNamed = 10

/** A promotion that was undone. */
export interface Undone extends Promoted {
  /** Places of credentials that existed before the promotion or before the undo, and are gone now. */
  lost: string[]
}

/**
 * Undoes a promotion, everything or nothing. Deletes the rows that it created, and restores the previous
 * definition of the rows that it changed. Credentials are kept, unless they would be sent to another address.
 * Removes the pairs that the promotion found by name.
 * @throws Problem 403, 404, 409 if it was already undone, if a row was changed since, or if a later row uses a
 * created row
 */
export async function undoPromotion(named: string, id: string): Promise<Undone> {
  assertUnbound()
  const target = await findEnvironmentNamed(named)
  const known = await findPromotion(target.id, id)
  for (const kind of new Set([...known.items, ...known.undo].map(({ kind }) => kind))) {
    assertMayPromote(kindNamed(kind))
  }
  assertActive(target)
  return inTenant(
    currentTenantId(),
    () =>
      transaction(async () => {
        await lockMeters()
        await lockTarget(target.id)
        const promotion = await findPromotion(target.id, id, { lock: true })
        if (promotion.undoneAt !== null) throw undoneAlready()
        const { sourceId, sourceName, items, undo } = promotion
        const direction = { sourceId, targetId: target.id }
        const lost = await undoAndFindLost(undo, () => restoreRows(undo))
        for (const { kind, byName, ...pair } of items) {
          if (byName) await unpairRows(kind, direction, { ...pair, targetId: pair.targetId! })
        }
        await removeGonePairs(direction)
        const undoneBy = currentContext().actor.userId
        await promotion.merge({ undoneAt: now(), undoneBy }).save()
        await recordEvent(promotionUndone, {
          target: { type: 'promotion', id },
          payload: {
            source: sourceName,
            target: target.displayName,
            targetId: target.id,
            names: namesIn(items),
          },
        })
        return { promotion, target, lost }
      }),
    { environmentId: target.id }
  )
}

/** @throws Problem 404 */
export async function findPromotion(
  targetId: string,
  id: string,
  { lock = false } = {}
): Promise<Promotion> {
  const query = Promotion.query().where({ id, target_id: targetId })
  const found = await (lock ? query.forUpdate() : query).first()
  if (found) return found
  throw notFound('There is no promotion with the id "{id}" into this environment.', id)
}

const undoneAlready = () =>
  conflict('E_UNDONE_ALREADY', text('This promotion was already undone. Nothing was done.'))

/** Restores the rows. Referencing rows are restored before the rows that they reference. */
async function restoreRows(undo: readonly Undo[]): Promise<void> {
  const there = await assertUnchanged(undo)
  const kinds = kindsInOrder().reverse()
  for (const [name, kind] of kinds) {
    const own = undo.filter((one) => one.kind === name && there.has(one.id))
    for (const { id, before, name: called } of own) {
      if (before === null) continue
      await asConflict(called, () => kind.update(id, before))
    }
    const made = own.filter(({ before }) => before === null)
    await assertUnused(made)
    for (const { id, name: called } of made) await asConflict(called, () => kind.remove(id))
  }
}

/**
 * Refuses to undo a promotion if its rows were changed since.
 * @returns the ids of the rows that still exist, because created rows may have been deleted since
 * @throws Problem 409 that names the changed rows
 */
async function assertUnchanged(undo: readonly Undo[]): Promise<Set<string>> {
  const changed: string[] = []
  const there = new Set<string>()
  for (const name of new Set(undo.map(({ kind }) => kind))) {
    const own = undo.filter(({ kind }) => kind === name)
    const rows = await kindNamed(name).rows(
      own.map(({ id }) => id),
      { lock: true }
    )
    const now = new Map(rows.map((row) => [row.id, stateOf(row.definition)]))
    for (const { id, after, before, name: called } of own) {
      if (now.has(id)) there.add(id)
      if (before === null && !now.has(id)) continue
      if (now.get(id) !== after) changed.push(called)
    }
  }
  if (changed.length === 0) return there
  throw conflict(
    'E_CHANGED_SINCE',
    text(
      'Changed or deleted since it was promoted: {names}. Nothing was undone. Change it manually, so that no work is lost.',
      { names: changed.slice(0, mostNamed).join(', ') }
    )
  )
}

/**
 * Refuses to delete created rows that later rows use.
 * @throws Problem 409 that names the later rows
 */
async function assertUnused(made: readonly Undo[]): Promise<void> {
  if (made.length === 0) return
  const ids = made.map(({ id }) => id)
  const users = []
  for (const [, kind] of promotedKinds.entries()) {
    users.push(...(await kind.users(ids)).filter((user) => !ids.includes(user.id)))
  }
  if (users.length === 0) return
  throw conflict(
    'E_USED_SINCE',
    text(
      'Undo would delete {made}, but newer objects use it: {users}. Nothing was undone. Change those first.',
      {
        made: made.map(({ name }) => name).join(', '),
        users: users
          .slice(0, mostNamed)
          .map(({ name }) => name)
          .join(', '),
      }
    )
  )
}

/** Reports a failed restore as a conflict: the request itself is valid. */
async function asConflict(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    throw new Problem(409, 'E_NOT_AS_BEFORE', error.text, {
      errors: [{ field: name, rule: 'conflict', text: error.text }],
      cause: error,
    })
  }
}
