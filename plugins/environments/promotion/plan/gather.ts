import { invalid, text } from '@crossdock/kernel/ground'
import { promotedKinds, type PromotedRef, type PromotedRow } from '../../contracts/index.js'
import { assertMayPromote, kindNamed } from './kinds.js'

/** Maximum number of rows of one promotion, because it is one transaction and its plan is one answer. */
export const mostItems = 1_000

export type Gathered = Map<string, Map<string, PromotedRow>>

/**
 * Returns rows of the context's environment with everything they reference, directly or indirectly, by kind and
 * id.
 * @throws Problem 403 for rows that the caller may not promote, 422 for missing rows and for more than
 * `mostItems`
 */
export async function gather(kind: string, ids: readonly string[]): Promise<Gathered> {
  const found: Gathered = new Map()
  let wanted: Wanted[] = ids.map((id, at) => ({ ref: { kind, id }, by: null, at }))
  while (wanted.length > 0) {
    const next: Wanted[] = []
    for (const name of new Set(wanted.map(({ ref }) => ref.kind))) {
      const ofKind = wanted.filter(({ ref }) => ref.kind === name)
      for (const row of await readRows(name, ofKind, found)) {
        for (const ref of row.references) next.push({ ref, by: row.name, at: 0 })
      }
    }
    assertFew(found)
    wanted = next.filter(
      ({ ref }) => promotedKinds.get(ref.kind) && !found.get(ref.kind)?.has(ref.id)
    )
  }
  return found
}

function assertFew(found: Gathered): void {
  const count = [...found.values()].reduce((sum, { size }) => sum + size, 0)
  if (count <= mostItems) return
  const sentence = text(
    'A promotion takes at most {most} workflows, endpoints and systems together, and this would take {count}. Promote fewer workflows at once.',
    { most: mostItems, count }
  )
  throw invalid('workflowIds', sentence, 'maxLength')
}

interface Wanted {
  ref: PromotedRef
  /** Name of the row that references this row; null if the request names this row. */
  by: string | null
  at: number
}

/** Reads the rows of a kind that have not been read yet. */
async function readRows(name: string, wanted: Wanted[], found: Gathered): Promise<PromotedRow[]> {
  const kind = kindNamed(name)
  assertMayPromote(kind)
  const known = found.get(name) ?? new Map<string, PromotedRow>()
  found.set(name, known)
  const missing = [...new Set(wanted.map(({ ref }) => ref.id))].filter((id) => !known.has(id))
  const rows = await kind.rows(missing, { lock: false })
  for (const row of rows) known.set(row.id, row)
  const absent = wanted.find(({ ref }) => !known.has(ref.id))
  if (absent) throw missingRow(absent)
  return rows
}

function missingRow({ ref: { kind, id }, by, at }: Wanted) {
  if (by === null) {
    return invalid(
      `workflowIds.${at}`,
      text(
        'There is no workflow with the id "{id}" in the environment it is to be promoted from.',
        {
          id: id.slice(0, 64),
        }
      ),
      'exists'
    )
  }
  return invalid(
    'workflowIds',
    text(
      '{name} refers to something that was deleted ({kind}, {id}). Fix it before you promote it.',
      { name: by, kind, id }
    ),
    'exists'
  )
}
