import { until } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { enqueue, jobRef } from '@crossdock/kernel/jobs'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { test } from '@japa/runner'
import { picture } from './drawn_files.js'
import { assetsApp, type Files } from './support.js'

const look = <T>(work: () => Promise<T>) => asOperator('a test looks', work)

const jobsOf = (tenant: string, name: string) =>
  look(async () => unscoped().from('jobs').where({ tenant_id: tenant, name }))

const contentsOf = (tenant: string) =>
  look(async () => unscoped().from('contents').where('tenant_id', tenant).select('id'))

/** Runs garbage collection until it waits for the end of leases. */
async function giveBack(tenant: string) {
  const name = 'storage.giveBack'
  await look(async () => unscoped().from('jobs').where({ tenant_id: tenant, name }).delete())
  await inTenant(tenant, () => enqueue(jobRef<object>(name), {}))
  await until('garbage collection', async () => {
    const jobs = await jobsOf(tenant, name)
    return jobs.every(({ run_at: at }) => Date.parse(at) > Date.now() + 1_000)
  })
}

const statusOf = async (files: Files, path: string) => (await files.call('GET', path)).status

test.group('The same files in two tenants', (group) => {
  const assets = assetsApp(group)

  // Red when namedContents looks for versions, or for thumbnails, of every tenant.
  test('are deleted permanently in one tenant, and stay in the other', async ({ assert }) => {
    const bytes = await picture(90, 60).png().toBuffer()
    const uploaded = async () => {
      const { files, id: tenant } = await assets.tenant()
      const { body } = await files.upload({ name: 'plan.png', bytes, mimeType: 'image/png' })
      await until(
        'the picture to be drawn',
        async () => (await jobsOf(tenant, 'assets.makeThumbnail')).length === 0
      )
      return { files, tenant, id: body.id }
    }
    const [one, other] = [await uploaded(), await uploaded()]
    const ids = async (tenant: string) => (await contentsOf(tenant)).map(({ id }) => id).sort()
    assert.deepEqual(await ids(one.tenant), await ids(other.tenant))
    assert.lengthOf(await contentsOf(one.tenant), 2)
    await one.files.call('DELETE', `/${one.id}`)
    await one.files.call('POST', `/${one.id}/purge`)
    // The first run deletes the file's content, the second one its thumbnail.
    await giveBack(one.tenant)
    await giveBack(one.tenant)
    await giveBack(other.tenant)
    assert.lengthOf(await contentsOf(one.tenant), 0)
    assert.lengthOf(await contentsOf(other.tenant), 2)
    assert.equal(await statusOf(other.files, `/${other.id}/content`), 200)
    assert.equal(await statusOf(other.files, `/${other.id}/thumbnail`), 200)
  })

  // Red when findTakenNames reads names of every tenant.
  test('do not block names in the other tenant', async ({ assert }) => {
    const [{ files: one }, { files: other }] = [await assets.tenant(), await assets.tenant()]
    await one.file('plan (copy).pdf')
    const { id } = await other.file('plan.pdf')
    const copy = () => other.call('POST', `/${id}/copy`, { body: { parentId: null } })
    assert.equal((await copy()).body.name, 'plan (copy).pdf')
    assert.equal((await copy()).body.name, 'plan (copy 2).pdf')
  })
})
