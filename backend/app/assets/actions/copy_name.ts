import { ask } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { Asset } from '../models/asset.js'
import { givenIds } from '../tree/given_ids.js'
import { maxNameBytes } from '../safe_name.js'

/** Candidate names per statement. */
const atATime = 100

/** The name of a copy in the folder of its original: `plan (copy).pdf`, or `plan (copy 2).pdf` when that is taken. */
export const freeCopyName = ({ name, type, parentId }: Asset): Promise<string> =>
  freeName(parentId, (number) =>
    insertMark(name, type, number === 1 ? ' (copy)' : ` (copy ${number})`)
  )

/** A free name for a file: its own, or `plan (2).pdf` when that is taken. */
export const freeFileName = (parentId: string | null, name: string): Promise<string> =>
  freeName(parentId, (number) => (number === 1 ? name : insertMark(name, 'file', ` (${number})`)))

async function freeName(
  parentId: string | null,
  nameAt: (number: number) => string
): Promise<string> {
  for (let from = 1; ; from += atATime) {
    const names = Array.from({ length: atATime }, (_, at) => nameAt(from + at))
    const taken = await findTakenNames(parentId, names)
    const free = names.find((one) => !taken.has(one))
    if (free !== undefined) return free
  }
}

/** Puts the mark before the extension, and shortens a name that becomes too long. */
function insertMark(name: string, type: Asset['type'], mark: string): string {
  const dot = name.lastIndexOf('.')
  // In ".env" the dot begins no extension; a folder has none.
  const end = type === 'file' && dot > 0 ? dot : name.length
  const extension = name.slice(end)
  const room = maxNameBytes - Buffer.byteLength(mark + extension)
  // An extension so long that no other character fits counts as part of the name.
  if (room < 1) return truncate(name, maxNameBytes - Buffer.byteLength(mark)) + mark
  return truncate(name.slice(0, end), room) + mark + extension
}

function truncate(text: string, bytes: number): string {
  let kept = ''
  for (const letter of text) {
    if (Buffer.byteLength(kept + letter) > bytes) return kept
    kept += letter
  }
  return kept
}

async function findTakenNames(
  parentId: string | null,
  names: string[]
): Promise<ReadonlySet<string>> {
  const found = await ask<{ name: string }>(
    `select name from assets where tenant_id = ? and parent_key = ?
     and name in (${givenIds()}) and trashed_at is null`,
    [currentTenantId(), parentId ?? '', JSON.stringify(names)]
  )
  return new Set(found.map(({ name }) => name))
}
