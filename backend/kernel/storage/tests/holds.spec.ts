import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { newId, unscoped } from '../../database/index.js'
import { asOperator } from '../../tenancy/index.js'
import { deleteGoneTenants } from '../gc/gone_tenants.js'
import { processes, deleteFile } from './giving_back.js'
import { seededBytes } from './seeded_bytes.js'

const MiB = 1024 * 1024

function hold(expiresAt: string): Promise<unknown> {
  return asOperator('a backup is running', async () => {
    await unscoped().from('content_holds').delete()
    await unscoped().table('content_holds').insert({ id: newId(), expires_at: expiresAt })
  })
}

const running = '2999-01-01T00:00:00.000Z'
const interrupted = '2026-01-01T00:00:00.000Z'

test.group('Packs that a backup holds', (group) => {
  group.setup(async () => {
    const app = await bootApp()
    return () => app.stop()
  })

  /** Red when `deleteEmpty` does not check holds, and when an expired hold counts. */
  test('stay although no row names them', async (context) => {
    const { all, tenant } = await processes(context)
    const [process] = all
    const { file } = await process.keep(seededBytes('held', MiB))
    await deleteFile(tenant, file)
    await hold(running)
    await process.giveBack()
    context.assert.lengthOf(await process.lying(), 1)
    await hold(interrupted)
    await process.giveBack()
    context.assert.lengthOf(await process.lying(), 0)
  })

  /** Red when `deleteGoneTenants` does not check holds. */
  test('stay although their tenant is deleted', async (context) => {
    const { all, tenant } = await processes(context)
    const [process] = all
    await process.keep(seededBytes('gone', MiB))
    process.rotation.afterMs = 0
    await asOperator('a tenant is deleted', () =>
      unscoped().from('tenants').where('id', tenant).delete()
    )
    await hold(running)
    await deleteGoneTenants(process.packs, -60_000)
    context.assert.lengthOf(await process.lying(), 1)
    await hold(interrupted)
    await deleteGoneTenants(process.packs, -60_000)
    context.assert.lengthOf(await process.lying(), 0)
  })
})
