import { clock } from '@crossdock/kernel/database'
import type { HttpContext } from '@adonisjs/core/http'
import { contextNow, notFound } from '@crossdock/kernel/http'
import { runInContext } from '@crossdock/kernel/tenancy'
import { closedFolders } from '../folder_permissions/closed.js'

/** So often it is asked, however many files are sent meanwhile. */
const everyMs = 1_000

/**
 * Asks now and then while a zip of these folders is sent: that may take hours, and it ends for somebody who was signed
 * out meanwhile, or to whom one of them was closed.
 * @throws Problem 401, 403, 404
 */
export function stillOpen(http: HttpContext, folders: ReadonlySet<string>): () => Promise<void> {
  let asked = clock.ticks()
  return async () => {
    if (clock.ticks() - asked < everyMs) return
    const context = await contextNow(http)
    const closed = await runInContext(context, () => closedFolders('read'))
    const found = [...closed].find((id) => folders.has(id))
    if (found) throw notFound('There is no asset with the id "{id}".', found)
    asked = clock.ticks()
  }
}
