import type { Held } from '../../contracts/index.js'
import { kindNamed } from '../plan/kinds.js'
import type { Undo } from '../plan_types.js'
import { credentialsOf } from './promote.js'

/**
 * Runs the undo of a promotion and returns the lost credentials. They were set before the promotion or before the
 * undo, and are gone afterwards. Rows that the undo deletes are not included.
 * @returns names and places, never values: `Post order: requestSchema.headers.Authorization`
 */
export async function undoAndFindLost(
  undo: readonly Undo[],
  goBack: () => Promise<void>
): Promise<string[]> {
  const made = new Set(undo.filter(({ before }) => before === null).map(({ id }) => id))
  const changed = undo.filter(({ before }) => before !== null)
  const held = [...changed.flatMap(({ held }) => held ?? []), ...(await heldNow(changed))]
  await goBack()
  const stays = new Set((await heldNow(changed)).map(keyOf))
  const lost = held.filter((one) => !made.has(one.id) && !stays.has(keyOf(one)))
  return [...new Map(lost.reverse().map((one) => [keyOf(one), said(one)])).values()].sort()
}

const keyOf = ({ id, place, key = place }: Held) => `${id} ${key}`
const said = ({ name, place }: Held) => `${name}: ${place}`

async function heldNow(undo: readonly Undo[]): Promise<Held[]> {
  const held: Held[] = []
  for (const kind of new Set(undo.map(({ kind }) => kind))) {
    const ids = undo.filter((one) => one.kind === kind).map(({ id }) => id)
    const rows = await kindNamed(kind).rows(ids, { lock: false })
    held.push(...rows.flatMap(credentialsOf))
  }
  return held
}
