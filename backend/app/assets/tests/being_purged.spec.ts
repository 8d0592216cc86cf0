import { now, unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { test } from '@japa/runner'
import { purgeIfTrashed } from '../actions/purge_asset.js'
import { assetLibrary } from '../contracts/index.js'
import { assetsApp } from './support.js'

test.group('An asset that is deleted permanently', (group) => {
  const assets = assetsApp(group)

  // Red when the library does not check whether an asset is being purged.
  test('cannot be found while it is being deleted', async ({ assert }) => {
    const { files, id: tenant } = await assets.tenant()
    const file = await files.file('large.txt')
    await files.call('DELETE', `/${file.id}`)
    const library = assetLibrary.use()
    await inTenant(tenant, async () => {
      assert.equal((await library.find(file.id)).name, 'large.txt')
      await asOperator('simulate a running deletion', async () =>
        unscoped().from('assets').where({ id: file.id }).update({ purged_at: now() })
      )
      await assert.rejects(() => library.find(file.id), /no asset/)
      await assert.rejects(() => library.version(file.id), /no asset/)
    })
  })

  // Red when purgeIfTrashed does not check that it is still in the trash.
  test('is not one that was restored after the lookup', async ({ assert }) => {
    const { files, id: tenant } = await assets.tenant()
    const file = await files.file('kept.txt', null, 'kept')
    const trash = () => files.call('DELETE', `/${file.id}`)
    const purge = () => inTenant(tenant, () => purgeIfTrashed(file.id))
    await trash()
    await files.call('POST', `/${file.id}/restore`)
    assert.isFalse(await purge())
    assert.equal((await files.call<unknown>('GET', `/${file.id}/content`)).body, 'kept')
    await trash()
    assert.isTrue(await purge())
    assert.equal((await files.call('GET', `/${file.id}`)).status, 404)
    assert.isFalse(await purge())
  })
})
