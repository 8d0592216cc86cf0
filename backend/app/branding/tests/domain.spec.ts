import { test } from '@japa/runner'
import { unscoped } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { asOperator } from '@crossdock/kernel/tenancy'
import { until } from '@crossdock/backend/testing'
import { checkDomains } from '../job_refs.js'
import {
  at,
  claim,
  openLab,
  own,
  refusedBranding,
  setBranding,
  verify,
  type BrandingLab,
} from './support.js'

const day = 24 * 60 * 60_000

test.group('A custom domain', (group) => {
  let lab: BrandingLab

  group.setup(async () => {
    const opened = await openLab()
    lab = opened
    return opened.stop
  })
  group.each.teardown(async () => {
    lab.dns.records.clear()
    for (const { admin } of [lab.acme, lab.bolt]) {
      await setBranding(lab.app, admin, { customDomain: null })
    }
  })

  const organizationAt = async (host: string) =>
    (await lab.app.ok<{ subdomain: string | null }>('GET', '/api/auth/organization', at(host)))
      .subdomain
  const check = async (domain: string) =>
    (await lab.app.call('GET', `/api/branding/domain-check?domain=${domain}`)).status

  // Red when verifyDomain accepts any record, or knownDomains includes claimed domains.
  test('serves nothing until its record is there', async ({ assert }) => {
    const { app, dns, acme } = lab
    const domain = 'files.harbor.example'
    const claimed = await setBranding(app, acme.admin, { customDomain: 'Files.Harbor.Example' })
    assert.equal(claimed.customDomain, domain)
    assert.containSubset(claimed.domain, {
      status: 'claimed',
      recordName: `_crossdock-challenge.${domain}`,
      verifiedAt: null,
    })
    const { recordName, recordValue } = claimed.domain!
    // This makes the server read all domains again.
    await own(lab, lab.bolt.admin, 'files.quay.example')
    assert.isNull(await organizationAt(domain))
    const outcome = async () => (await verify(app, acme.admin)).body.outcome
    assert.equal(await outcome(), 'absent')
    dns.records.set(recordName, ['v=spf1 -all', `${recordValue}0`, recordValue.slice(0, -1)])
    const other = await verify(app, acme.admin)
    assert.equal(other.body.outcome, 'other')
    assert.include(other.body.found, 'v=spf1 -all')
    dns.records.set(recordName, 'broken')
    assert.equal(await outcome(), 'unreachable')
    assert.isNull(await organizationAt(domain))
    assert.equal(await check(domain), 404)

    dns.records.set(recordName, ['v=spf1 -all', recordValue])
    const { body } = await verify(app, acme.admin)
    assert.equal(body.outcome, 'verified')
    assert.equal(body.branding.domain!.status, 'verified')
    assert.equal(await organizationAt(domain), 'acme')
    assert.equal(await organizationAt(`${domain.toUpperCase()}:8443`), 'acme')
    assert.equal(await check(domain), 200)
    assert.isNull(await organizationAt(`x.${domain}`))
    // The operator sees it at the tenant.
    const as = await app.superAdmin()
    const tenant = await app.ok<{ customDomain: string }>('GET', `/api/tenants/${acme.id}`, { as })
    assert.equal(tenant.customDomain, domain)

    await setBranding(app, acme.admin, { customDomain: null })
    await until('the domain to be gone', async () => (await organizationAt(domain)) === null)
    assert.equal(await check(domain), 404)
  })

  // Red when a claim keeps the previous challenge.
  test('another claim needs another proof', async ({ assert }) => {
    const { app, acme } = lab
    const first = await claim(lab, acme.admin, 'files.harbor.example')
    await setBranding(app, acme.admin, { customDomain: 'other.harbor.example' })
    const again = await setBranding(app, acme.admin, { customDomain: 'files.harbor.example' })
    assert.notEqual(again.domain!.recordValue, first.recordValue)
    assert.equal((await verify(app, acme.admin)).body.outcome, 'other')
  })

  test('invalid names, and ours, are refused', async ({ assert }) => {
    const { app, acme, main } = lab
    for (const wrong of ['harbor', '10.0.0.1', 'files.localhost', 'https://a.example', main.host]) {
      const { status, body } = await refusedBranding(app, acme.admin, { customDomain: wrong })
      assert.equal(status, 422, wrong)
      assert.equal(body.errors[0]!.field, 'customDomain')
    }
    const none = await verify(app, acme.admin)
    assert.deepEqual([none.status, none.body.code], [409, 'E_NO_DOMAIN'])
  })

  // Red when verifyDomain, or the removal of a verified domain, does not check `grants`.
  test('people with fewer permissions than an administrator cannot verify or remove one', async ({
    assert,
  }) => {
    const { app, acme } = lab
    await claim(lab, acme.admin, 'files.harbor.example')
    assert.equal((await verify(app, acme.editor)).status, 403)
    const narrow = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body: { name: 'Brand', scopes: ['branding.write'] },
    })
    const as = { headers: { authorization: `Bearer ${narrow.token}` } }
    const refused = await verify(app, as)
    assert.deepEqual([refused.status, refused.body.code], [403, 'E_GRANT'])
    await setBranding(app, as, { customDomain: null })
    await own(lab, acme.admin, 'files.harbor.example')
    for (const customDomain of [null, 'other.harbor.example']) {
      const { status, body } = await refusedBranding(app, as, { customDomain })
      assert.deepEqual([status, body.code], [403, 'E_GRANT'])
    }
    assert.equal(await organizationAt('files.harbor.example'), 'acme')
  })

  // Red when known domains are counted, too: strangers could keep others from getting certificates.
  test('the certificate check always answers for served domains, however many others are requested', async ({
    assert,
  }) => {
    const { app, acme } = lab
    const proxy = { 'x-forwarded-for': '198.51.100.7' }
    await own(lab, acme.admin, 'files.harbor.example')
    const seen = new Set<number>()
    const asked = (domain: string) =>
      app.call('GET', `/api/branding/domain-check?domain=${domain}`, { headers: proxy })
    for (let at = 0; at < 650; at++) seen.add((await asked(`n${at}.harbor.example`)).status)
    assert.sameMembers([...seen], [404, 429])
    assert.equal((await asked('files.harbor.example')).status, 200)
  })

  test('many may claim a domain, and the first to verify it gets it', async ({ assert }) => {
    const { app, acme, bolt } = lab
    const domain = 'shared.harbor.example'
    await claim(lab, acme.admin, domain)
    await own(lab, bolt.admin, domain)
    assert.equal(await organizationAt(domain), 'bolt')
    const late = await verify(app, acme.admin)
    assert.deepEqual([late.status, late.body.code], [409, 'E_DOMAIN_TAKEN'])
    await setBranding(app, acme.admin, { customDomain: null })
    const again = await refusedBranding(app, acme.admin, { customDomain: domain })
    assert.deepEqual([again.status, again.body.code], [409, 'E_DOMAIN_TAKEN'])
  })

  // Red when the index tenant_branding_domain_taken is missing.
  test('of two concurrent verifications, one succeeds', async ({ assert }) => {
    const { app, acme, bolt } = lab
    for (let turn = 0; turn < 5; turn++) {
      const domain = `race${turn}.harbor.example`
      await claim(lab, acme.admin, domain)
      await claim(lab, bolt.admin, domain)
      const both = await Promise.all([verify(app, acme.admin), verify(app, bolt.admin)])
      assert.sameMembers(
        both.map(({ status }) => status),
        [200, 409]
      )
    }
  })

  test('it ends with the tenant, and comes back with it', async ({ assert }) => {
    const { app, main } = lab
    const dock = await app.tenant('dock')
    const domain = 'dock.harbor.example'
    await own(lab, dock.admin, domain)
    const as = await app.superAdmin()
    await app.ok('POST', `/api/tenants/${dock.id}/suspend`, { as, body: {} })
    assert.isNull(await organizationAt(domain))
    assert.equal(await check(domain), 404)
    await app.ok('POST', `/api/tenants/${dock.id}/reactivate`, { as })
    await until('the domain to be back', async () => (await organizationAt(domain)) === 'dock')
    // It follows a changed subdomain.
    await app.ok('PUT', `/api/tenants/${dock.id}`, { as, body: { subdomain: 'pier' } })
    await until('the new subdomain', async () => (await organizationAt(domain)) === 'pier')
    assert.equal(await organizationAt(`pier.${main.host}`), 'pier')
    await app.ok('DELETE', `/api/tenants/${dock.id}?confirm=pier`, { as })
    assert.isNull(await organizationAt(domain))
  })

  const look = async () => {
    await lab.app.inside(() =>
      asOperator('a test runs the check', () => enqueue(checkDomains, {}).then(() => undefined))
    )
  }
  const change = (values: object) =>
    lab.app.inside(() =>
      asOperator('a test moves the time', () =>
        unscoped().from('tenant_branding').where('tenant_id', lab.acme.id).update(values)
      )
    )
  const domainOf = async () =>
    (
      await lab.app.ok<{ domain: { status: string; endsAt: string | null } | null }>(
        'GET',
        '/api/tenant/branding',
        { as: lab.acme.admin }
      )
    ).domain!

  // Red when a proof missing for a day removes the domain, or one missing for a week does not.
  test('a proof missing for a week removes the domain', async ({ assert }) => {
    const { app, dns, acme } = lab
    const domain = 'lost.harbor.example'
    await own(lab, acme.admin, domain)
    const record = `_crossdock-challenge.${domain}`
    const texts = dns.records.get(record)!
    dns.records.delete(record)
    await look()
    await until('the record to be missed', async () => (await domainOf()).status === 'missing')
    assert.isNotNull((await domainOf()).endsAt)
    assert.equal(await organizationAt(domain), 'acme')

    // The record exists again.
    dns.records.set(record, texts)
    await look()
    await until('the record to be found', async () => (await domainOf()).status === 'verified')

    // A DNS without an answer changes nothing.
    const long = new Date(Date.now() - 8 * day).toISOString()
    await change({ domain_missing_since: long })
    dns.records.set(record, 'broken')
    const asked = dns.asked.length
    await look()
    await until('the DNS to be asked', () => Promise.resolve(dns.asked.length > asked))
    assert.equal((await domainOf()).status, 'missing')

    dns.records.delete(record)
    const mail = await app.mailTo('admin@acme.example', look, /lost\.harbor\.example/)
    assert.match(mail.subject, /no longer reachable at lost\.harbor\.example/)
    assert.equal((await domainOf()).status, 'claimed')
    await until('the domain to be gone', async () => (await organizationAt(domain)) === null)
    const feed = await app.ok<{ eventType: string }[]>('GET', '/api/activity', { as: acme.admin })
    assert.include(
      feed.map(({ eventType }) => eventType),
      'tenant_domain_lost'
    )
  })
})
