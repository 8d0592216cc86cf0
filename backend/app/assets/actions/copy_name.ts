import { ask } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { Asset } from '../models/asset.js'
import { givenIds } from '../queries/given_ids.js'
import { maxNameBytes } from '../safe_name.js'

/** Names asked for with one statement. */
const atATime = 100

/** What a copy beside its original is called: `plan (copy).pdf`, and `plan (copy 2).pdf` where that is taken. */
export const freeCopyName = ({ name, type, parentId }: Asset): Promise<string> =>
  freeName(parentId, (number) => marked(name, type, number === 1 ? ' (copy)' : ` (copy ${number})`))

/** What a file is called that takes nobody's place: its own name, and `plan (2).pdf` where that is taken. */
export const freeFileName = (parentId: string | null, name: string): Promise<string> =>
  freeName(parentId, (number) => (number === 1 ? name : marked(name, 'file', ` (${number})`)))

async function freeName(
  parentId: string | null,
  nameAt: (number: number) => string
): Promise<string> {
  for (let from = 1; ; from += atATime) {
    const names = Array.from({ length: atATime }, (_, at) => nameAt(from + at))
    const taken = await takenIn(parentId, names)
    const free = names.find((one) => !taken.has(one))
    if (free !== undefined) return free
  }
}

/** The mark stands before the extension, and what is too long is shortened before it. */
function marked(name: string, type: Asset['type'], mark: string): string {
  const dot = name.lastIndexOf('.')
  // ".env" is all name; a folder has no extension.
  const end = type === 'file' && dot > 0 ? dot : name.length
  const extension = name.slice(end)
  const room = maxNameBytes - Buffer.byteLength(mark + extension)
  // An extension as long as a name leaves none: it is part of the name then.
  if (room < 1) return cut(name, maxNameBytes - Buffer.byteLength(mark)) + mark
  return cut(name.slice(0, end), room) + mark + extension
}

function cut(text: string, bytes: number): string {
  let kept = ''
  for (const letter of text) {
    if (Buffer.byteLength(kept + letter) > bytes) return kept
    kept += letter
  }
  return kept
}

async function takenIn(parentId: string | null, names: string[]): Promise<ReadonlySet<string>> {
  const found = await ask<{ name: string }>(
    `select name from assets where tenant_id = ? and parent_key = ?
     and name in (${givenIds()}) and trashed_at is null`,
    [currentTenantId(), parentId ?? '', JSON.stringify(names)]
  )
  return new Set(found.map(({ name }) => name))
}
