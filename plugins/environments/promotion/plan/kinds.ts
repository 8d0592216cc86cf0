import { missingPermission } from '@crossdock/kernel/ground'
import { holds } from '@crossdock/kernel/tenancy'
import { promotedKinds, type PromotedKind } from '../../contracts/index.js'

/** Returns all kinds, each after the kinds that its rows reference. */
export function kindsInOrder(): [name: string, kind: PromotedKind][] {
  const all = promotedKinds.entries().sort(([one], [other]) => (one < other ? -1 : 1))
  const ordered = new Map<string, PromotedKind>()
  const add = (name: string, kind: PromotedKind, above: readonly string[]) => {
    if (ordered.has(name)) return
    if (above.includes(name)) throw new Error(`Kinds of promotion need each other: ${above.join()}`)
    for (const needed of kind.after) {
      const other = promotedKinds.get(needed)
      if (other) add(needed, other, [...above, name])
    }
    ordered.set(name, kind)
  }
  for (const [name, kind] of all) add(name, kind, [])
  return [...ordered]
}

/** @throws for a kind that is no longer installed */
export function kindNamed(name: string): PromotedKind {
  const kind = promotedKinds.get(name)
  if (!kind) throw new Error(`There is no kind "${name}" that can be promoted.`)
  return kind
}

/** @throws Problem 403 when the caller may not see or not change rows of a kind */
export function assertMayPromote({ read, write }: PromotedKind): void {
  for (const permission of [read, write]) {
    if (!holds(permission)) throw missingPermission(permission)
  }
}
