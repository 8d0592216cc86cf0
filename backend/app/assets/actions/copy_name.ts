import { ask } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { Asset } from '../models/asset.js'
import { givenIds } from '../queries/given_ids.js'
import { maxNameBytes } from '../safe_name.js'

/** Names asked for with one statement. */
const atATime = 100

/** What a copy beside its original is called: `plan (copy).pdf`, and `plan (copy 2).pdf` where that is taken. */
export async function freeCopyName({ name, type, parentId }: Asset): Promise<string> {
  for (let from = 1; ; from += atATime) {
    const names = Array.from({ length: atATime }, (_, at) => copyName(name, type, from + at))
    const taken = await takenIn(parentId, names)
    const free = names.find((one) => !taken.has(one))
    if (free !== undefined) return free
  }
}

/** The mark stands before the extension, and what is too long is shortened before it. */
function copyName(name: string, type: Asset['type'], number: number): string {
  const dot = name.lastIndexOf('.')
  // ".env" is all name; a folder has no extension.
  const end = type === 'file' && dot > 0 ? dot : name.length
  const mark = number === 1 ? ' (copy)' : ` (copy ${number})`
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
