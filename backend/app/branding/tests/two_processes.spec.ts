// onBothDatabases: asks which database it runs on
import { test } from '@japa/runner'
import { bootApp, until } from '@crossdock/backend/testing'
import { call, testDatabase } from '@crossdock/kernel/testing'
import { at, openLab, own, setBranding } from './support.js'

if (testDatabase === 'pg') {
  test.group('A custom domain in another process', () => {
    // Red when no event invalidates knownDomains or the brand.
    test('it is known there immediately, and forgotten immediately', async ({
      assert,
      cleanup,
    }) => {
      const lab = await openLab()
      cleanup(() => lab.stop())
      const { app, main, dns, acme } = lab
      const there = await bootApp({
        database: app.database,
        settings: { TRUST_PROXY: true, APP_URL: main.origin, DNS_SERVERS: [dns.address] },
      })
      cleanup(() => there.stop())
      const ask = <T>(path: string, host: string) =>
        call<T>(there.url, 'GET', path, at(host)).then(({ body }) => body)
      const organization = async (host: string) =>
        (await ask<{ subdomain: string | null }>('/api/auth/organization', host)).subdomain
      const name = async (host: string) =>
        (await ask<{ productName: string | null }>('/api/branding', host)).productName

      const domain = 'files.harbor.example'
      assert.isNull(await organization(domain))
      await own(lab, acme.admin, domain)
      await until('the domain there', async () => (await organization(domain)) === 'acme')
      assert.isNull(await name(domain))
      await setBranding(app, acme.admin, { productName: 'Harbor Files' })
      await until('the look there', async () => (await name(domain)) === 'Harbor Files')
      await setBranding(app, acme.admin, { customDomain: null })
      await until('the domain to be gone', async () => (await organization(domain)) === null)
    })
  })
}
