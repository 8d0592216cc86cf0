import { ask } from '../database/database.js'
import { present } from '../jobs/sql.js'
import { asOperator } from '../tenancy/switch.js'
import { purgePlaces } from './held_rows.js'

const dayMs = 24 * 60 * 60_000
/** Windows deleted per statement. On SQLite all other requests wait for a deletion. */
const purgedAtOnce = 500

/** Deletes windows that ended a day ago; the next use starts a new one. */
export async function purge(): Promise<void> {
  const sent = `delete from ledger_windows where (tenant_id, scope, meter) in (
    select tenant_id, scope, meter from ledger_windows
    where ends_at < ${present(-dayMs)} order by ends_at limit ${purgedAtOnce}) returning scope`
  await asOperator('what environments of all tenants have used ends', async () => {
    let gone: number
    do gone = (await ask(sent)).length
    while (gone === purgedAtOnce)
    await purgePlaces()
  })
}
