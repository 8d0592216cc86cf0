import type { Agreed, Entry, Operation, SideName } from './types.js'

/** What an operation changes in the agreed tree once it succeeded. */
export type AgreedChange = { type: 'set'; agreed: Agreed } | { type: 'forget'; key: string }

/** The entry as it is on the operation's side afterwards. */
export type Result = Pick<Entry, 'id' | 'version' | 'modifiedAt'>

/**
 * How the agreed tree changes when an operation succeeded. `row` is the agreed row of `operation.key` at this moment, or
 * null; `result` is what the side has now, null after a deletion. The change belongs into the transaction of what made it
 * true. Null: nothing changes. It never says more than what happened, so a run may break off after any step.
 */
export function applied(
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
      // A file that was there may have a move to come: its agreed place stays until then.
      const { parentKey, name } = (expected && row) || operation
      const isMerged = operation.hash !== from.hash
      const ids = idsOf(side, result!.id, from.id)
      // Merged text is on one side first. The other side agrees to what it has, so the next plan brings the text there.
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
      // A rename may change the version. The content is the agreed one only if it was before.
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
