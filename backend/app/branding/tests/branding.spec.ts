import type { Branding, BrandingColors } from '@crossdock/client'
import { test } from '@japa/runner'
import { at, openLab, refusedBranding, setBranding, shownAt, type BrandingLab } from './support.js'

const plain = { productName: null, logo: null, colors: null }

test.group('Branding', (group) => {
  let lab: BrandingLab

  group.setup(async () => {
    const opened = await openLab()
    lab = opened
    return opened.stop
  })

  test('administrators set it, members read it, others see nothing', async ({ assert }) => {
    const { app, acme, bolt } = lab
    const set = await setBranding(app, acme.admin, {
      productName: 'Harbor Files',
      primaryColor: '#0F766E',
      mailFooter: 'Quay 1\nHarbor',
    })
    assert.containSubset(set, { productName: 'Harbor Files', primaryColor: '#0f766e' })
    const read = (as: typeof acme.admin) => app.ok<Branding>('GET', '/api/tenant/branding', { as })
    assert.deepEqual(await read(acme.viewer), set)
    assert.isNull((await read(bolt.admin)).productName)
    for (const as of [acme.editor, acme.viewer]) {
      assert.equal((await refusedBranding(app, as, { productName: 'Mine' })).status, 403)
      const logo = { as, body: Buffer.from('x') }
      assert.equal((await app.call('PUT', '/api/tenant/branding/logo', logo)).status, 403)
      assert.equal((await app.call('DELETE', '/api/tenant/branding/logo', { as })).status, 403)
    }
    // Left-out fields stay, null removes.
    const changed = await setBranding(app, acme.admin, { mailFooter: null })
    assert.containSubset(changed, { productName: 'Harbor Files', mailFooter: null })
    const { tenant } = await app.ok<{ tenant: object }>('GET', '/api/auth/me', { as: acme.viewer })
    assert.containSubset(tenant, { productName: 'Harbor Files', colors: changed.colors })
  })

  // Red when the colors of a change are checked without the existing ones, or not at all.
  test('unreadable colors are refused, with the nearest readable ones', async ({ assert }) => {
    const { app, acme } = lab
    const yellow = await refusedBranding(app, acme.admin, { primaryColor: '#ffff00' })
    assert.equal(yellow.status, 422)
    assert.deepEqual(
      yellow.body.errors.map(({ field, rule }) => [field, rule]),
      [['primaryColor', 'contrast']]
    )
    assert.match(
      yellow.body.message,
      /#ffff00 .* 1\.\d+:1, and 4\.5:1 is needed.* (#[0-9a-f]{6})\.$/
    )
    const nearest = /(#[0-9a-f]{6})\.$/.exec(yellow.body.message)![1]!
    await setBranding(app, acme.admin, { primaryColor: nearest })
    const both = await refusedBranding(app, acme.admin, {
      primaryColor: '#fefefe',
      accentColor: '#dddddd',
    })
    assert.lengthOf(both.body.errors, 2)
    for (const wrong of ['red', '#fff', '#12345g', 'rgb(0,0,0)', '#0f766e;background:url(x)', 7]) {
      assert.equal((await refusedBranding(app, acme.admin, { primaryColor: wrong })).status, 422)
    }
    await setBranding(app, acme.admin, { primaryColor: null, accentColor: null })
  })

  test('colors can be checked before they are set', async ({ assert }) => {
    const { app, acme } = lab
    const judged = await app.ok<BrandingColors>(
      'GET',
      '/api/tenant/branding/colors?primaryColor=%23ffff00',
      { as: acme.admin }
    )
    assert.equal(judged.unreadable[0]!.field, 'primaryColor')
    assert.isAtLeast(judged.ratios!.dark.text, 4.5)
    assert.notEqual(judged.colors!.light.primary, judged.colors!.dark.primary)
  })

  test('names contain no links and no invisible characters', async ({ assert }) => {
    const { app, acme } = lab
    for (const name of [
      '',
      'a'.repeat(61),
      'see https://evil.example',
      'a\u202eb',
      '\u200b',
      'a\nb',
    ]) {
      for (const field of ['productName', 'mailSender']) {
        const { status } = await refusedBranding(app, acme.admin, { [field]: name })
        assert.equal(status, 422, `${field} ${JSON.stringify(name)}`)
      }
    }
    for (const footer of ['a\u0000b', 'a\u202eb', 'a'.repeat(501)]) {
      assert.equal((await refusedBranding(app, acme.admin, { mailFooter: footer })).status, 422)
    }
  })

  // Red when the event does not invalidate the cache.
  test('it is shown only at the address of the organization', async ({ assert }) => {
    const { app, acme, main } = lab
    const own = `acme.${main.host}`
    await shownAt(app, own)
    const { colors } = await setBranding(app, acme.admin, {
      productName: 'Harbor Files',
      primaryColor: '#0f766e',
    })
    assert.deepEqual(await shownAt(app, own), { productName: 'Harbor Files', logo: null, colors })
    for (const host of [main.host, `bolt.${main.host}`, 'files.evil.example']) {
      assert.deepEqual(await shownAt(app, host), plain, host)
    }
    await setBranding(app, acme.admin, { productName: null, primaryColor: null })
    assert.deepEqual(await shownAt(app, own), plain)
  })

  // Red when the answer for an organization without a brand differs from that for an unknown one.
  test('it does not reveal whether an organization exists', async ({ assert }) => {
    const { app, main } = lab
    const [there, unknown] = await Promise.all(
      ['bolt', 'unknown'].map((name) =>
        app.call('GET', '/api/branding', at(`${name}.${main.host}`))
      )
    )
    assert.deepEqual(there!.body, unknown!.body)
    assert.equal(there!.headers.get('etag'), unknown!.headers.get('etag'))
  })

  test('a closed organization is not shown', async ({ assert }) => {
    const { app, main } = lab
    const dock = await app.tenant('dock')
    await setBranding(app, dock.admin, { productName: 'Dock' })
    assert.equal((await shownAt(app, `dock.${main.host}`)).productName, 'Dock')
    const as = await app.superAdmin()
    await app.ok('POST', `/api/tenants/${dock.id}/suspend`, { as, body: {} })
    assert.deepEqual(await shownAt(app, `dock.${main.host}`), plain)
    await app.ok('POST', `/api/tenants/${dock.id}/reactivate`, { as })
    assert.equal((await shownAt(app, `dock.${main.host}`)).productName, 'Dock')
  })
})
