import { test } from '@japa/runner'
import { appAndProvider, setUp, SsoBrowser } from '../../sso/tests/signing_in.js'
import { DnsServer } from './dns_server.js'
import { own } from './support.js'

const person = { email: 'ada@people.example', email_verified: true }

test.group('Single sign-on at a custom domain', () => {
  // Red when subdomainOf or originsOf knows no domains, and when the callback trusts the stored origin.
  test('a sign-in that begins there returns there, and other organizations cannot begin there', async ({
    assert,
    cleanup,
  }) => {
    const dns = new DnsServer()
    await dns.start()
    cleanup(() => dns.stop())
    const settings = { DNS_SERVERS: [dns.address] }
    const { app, provider, stop } = await appAndProvider({ ada: person }, 'localhost', settings)
    cleanup(() => stop())
    const [acme, bolt] = [await app.tenant('acme'), await app.tenant('bolt')]
    const config = await setUp(app, acme.admin, provider)
    const main = new URL(config.callbackUrl)
    const domainOf = (name: string) => `files.${name}.example`
    const lab = { app, dns, acme, bolt, main }
    await own(lab, acme.admin, domainOf('harbor'))
    await own(lab, bolt.admin, domainOf('quay'))
    const at = (name: string) => new SsoBrowser(app, `${domainOf(name)}:${main.port}`)
    const whereTo = async (browser: SsoBrowser, { pathname, search }: URL) =>
      new URL((await browser.get(pathname + search)).headers.get('location')!)

    const browser = at('harbor')
    const back = await browser.visit.signIn(await browser.begin(config, '?next=/assets'), 'ada')
    assert.equal(back.origin, main.origin)
    const onward = await whereTo(new SsoBrowser(app, main.host), back)
    assert.equal(onward.origin, `http://${domainOf('harbor')}:${main.port}`)
    // Not in a browser at another organization's domain.
    const other = at('quay')
    assert.match(
      (await whereTo(other, onward)).href,
      /files\.quay\.example:\d+\/login\?sso=browser$/
    )
    const entered = await whereTo(browser, onward)
    assert.equal(entered.href, `http://${domainOf('harbor')}:${main.port}/assets`)
    assert.containSubset(await browser.me(), { email: person.email, tenantId: acme.id })
    assert.match(await at('quay').begin(config), /\/login\?sso=address$/)

    // A sign-in that began there ends with the domain.
    const late = at('harbor')
    const tooLate = await late.visit.signIn(await late.begin(config), 'ada')
    await app.ok('PUT', '/api/tenant/branding', { as: acme.admin, body: { customDomain: null } })
    const to = await whereTo(new SsoBrowser(app, main.host), tooLate)
    assert.equal(to.origin, main.origin)
    assert.match(to.href, /\/login\?sso=browser$/)
  })
})
