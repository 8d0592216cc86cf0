import type { Agreed, Entry, Operation, SideName } from './types.js'

/** The change of the agreed tree after a successful operation. */
export type AgreedChange = { type: 'set'; agreed: Agreed } | { type: 'forget'; key: string }

/** The entry on the operation's side after the operation. */
export type Result = Pick<Entry, 'id' | 'version' | 'modifiedAt'>

/**
 * Returns the change of the agreed tree after a successful operation; null if nothing changes. `row` is the
 * present agreed row of `operation.key`, or null. `result` is the new entry on the side; null after a deletion.
 * Store the change in the transaction of the operation itself. The agreed tree then never claims more than what
 * happened, so a run may be interrupted after any step.
 */
export function agreedChangeOf(
  operation: Operation,
  result: Result | null,
  row: Agreed | null
): AgreedChange | null {
  switch (operation.type) {
    case 'agree':
      return { type: 'set', agreed: operation.agreed }
    case 'forget':
    case 'remove':
      return { type: 'forget', key: operation.key }
    case 'makeFolder': {
      const { key, parentKey, name, side, from } = operation
      const nothing = { hash: null, size: 0, modifiedAt: 0 }
      const ids = idsOf(side, result!.id, from.id)
      const versions = versionsOf(side, result!.version, from.version)
      const agreed = {
        key,
        parentKey,
        name,
        kind: 'folder',
        ...nothing,
        ...ids,
        ...versions,
      } as const
      return { type: 'set', agreed }
    }
    case 'write': {
      const { key, side, from, expected } = operation
      // A move of the existing file may be pending: keep its agreed place until the move is done.
      const { parentKey, name } = (expected && row) || operation
      const isMerged = operation.hash !== from.hash
      const ids = idsOf(side, result!.id, from.id)
      // Merged text is first written to one side. The other side agrees only to its present version, so the next
      // plan writes the text there too.
      const versions = versionsOf(side, isMerged ? '' : result!.version, from.version)
      const { size, modifiedAt } = operation
      const agreed = {
        key,
        parentKey,
        name,
        kind: 'file',
        hash: from.hash,
        size,
        modifiedAt,
      } as const
      return { type: 'set', agreed: { ...agreed, ...ids, ...versions } }
    }
    case 'move': {
      if (!row) return null
      const { side, expected, isSettled } = operation
      const agreed = { ...row }
      const isSource = side === 'source'
      agreed[isSource ? 'sourceId' : 'targetId'] = result!.id
      // A rename may change the version. The content is agreed only if it was agreed before.
      const version = isSource ? 'sourceVersion' : 'targetVersion'
      if (row[version] === expected.version) agreed[version] = result!.version
      if (isSettled) {
        agreed.parentKey = operation.parentKey
        agreed.name = operation.name
      }
      return { type: 'set', agreed }
    }
    default:
      return null
  }
}

const idsOf = (side: SideName, here: string, there: string) =>
  side === 'source' ? { sourceId: here, targetId: there } : { sourceId: there, targetId: here }

const versionsOf = (side: SideName, here: string, there: string) =>
  side === 'source'
    ? { sourceVersion: here, targetVersion: there }
    : { sourceVersion: there, targetVersion: here }
