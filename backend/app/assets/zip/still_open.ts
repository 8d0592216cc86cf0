import { clock } from '@crossdock/kernel/database'
import { notFound } from '@crossdock/kernel/http'
import { closedFolders } from '../folder_permissions/closed.js'

/** So often it is asked, however many files are sent meanwhile. */
const everyMs = 1_000

/** Runs work with the rights the reader of a zip has at that moment. */
export type InPresent = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Asks now and then while a zip of these folders is sent: that may take hours, and it ends for somebody who was signed
 * out meanwhile, or to whom one of them was closed.
 * @throws Problem 401, 403, 404, and what `inPresent` throws
 */
export function stillOpen(inPresent: InPresent, folders: ReadonlySet<string>): () => Promise<void> {
  let asked = clock.ticks()
  return async () => {
    if (clock.ticks() - asked < everyMs) return
    const closed = await inPresent(() => closedFolders('read'))
    const found = [...closed].find((id) => folders.has(id))
    if (found) throw notFound('There is no asset with the id "{id}".', found)
    asked = clock.ticks()
  }
}
