import { clock } from '@crossdock/kernel/database'
import { notFound } from '@crossdock/kernel/ground'
import { closedFolders } from '../folder_permissions/closed.js'

/** Interval of the check, independent of the number of files. */
const everyMs = 1_000

/** Runs work with the current rights of the person who downloads a zip. */
export type InPresent = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Checks access at intervals while a zip of these folders is sent, which may take hours. The zip ends when the person
 * was signed out, or lost access to one of the folders.
 * @throws Problem 401, 403, 404, and errors of `inPresent`
 */
export function createAccessCheck(
  inPresent: InPresent,
  folders: ReadonlySet<string>
): () => Promise<void> {
  let asked = clock.ticks()
  return async () => {
    if (clock.ticks() - asked < everyMs) return
    const closed = await inPresent(() => closedFolders('read'))
    const found = [...closed].find((id) => folders.has(id))
    if (found) throw notFound('There is no asset with the id "{id}".', found)
    asked = clock.ticks()
  }
}
