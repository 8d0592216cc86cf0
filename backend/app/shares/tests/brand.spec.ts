import { test } from '@japa/runner'
import { bootApp, freePort } from '@crossdock/backend/testing'
import { pluginHost } from '@crossdock/kernel/plugin'
import { Lab, type Seen } from './support.js'

const color = '#0f766e'
const operatorColor = '#7c3a12'
const password = 'open sesame 9'
const page = { accept: 'text/html' }

test.group('The look of public pages', (group) => {
  const lab = new Lab()
  let own: string

  group.setup(async () => {
    const port = await freePort()
    // Requests name their host in a header, as behind a proxy.
    const settings = { TRUST_PROXY: true, PORT: port, APP_URL: `http://localhost:${port}` }
    own = `acme.localhost:${port}`
    lab.app = await bootApp({ settings })
    lab.acme = await lab.app.tenant('acme')
    const brand = { as: lab.acme.admin, body: { primaryColor: color } }
    await lab.app.ok('PUT', '/api/tenant/branding', brand)
    const site = { primaryColor: operatorColor, productName: 'Dock Line' }
    await lab.app.ok('PUT', '/api/public-pages', { as: await lab.app.superAdmin(), body: site })
    return () => lab.app.stop()
  })

  /** All pages for the receiver of a webhook. */
  async function pagesOfReceiver(): Promise<[route: string, seen: Seen][]> {
    const as = lab.acme.admin
    const make = <T>(path: string, body: object) =>
      lab.app.ok<T>('POST', `/api/webhooks${path}`, { as, body })
    const hook = { name: 'Orders', url: 'http://127.0.0.1:9/hook', eventTypes: ['file_upload'] }
    const { id } = await make<{ id: string }>('', hook)
    const delivery = await make<{ id: string }>(`/${id}/example`, { eventType: 'file_upload' })
    const { url } = await make<{ url: string }>(`/${id}/receiver-page`, { days: 1 })
    const ask = async (path: string, method = 'GET'): Promise<Seen> => {
      const address = lab.app.url + new URL(url).pathname + path
      const headers = { ...page, 'x-forwarded-host': own }
      const reply = await fetch(address, { method, headers })
      return { status: reply.status, headers: reply.headers, text: await reply.text() }
    }
    return [
      ['GET /p/{token}', await ask('')],
      ['GET /p/{token}/deliveries/{id}', await ask(`/deliveries/${delivery.id}`)],
      ['GET /p/{token}/rotate', await ask('/rotate')],
      ['POST /p/{token}/rotate', await ask('/rotate', 'POST')],
    ]
  }

  // Red when a page is rendered without the brand of `visit`, or a new page is missing here.
  test('has the color of the sharing organization, otherwise of the address', async ({
    assert,
  }) => {
    const folder = await lab.folder('Papers')
    const file = await lab.file('packing-list.txt', 'two pallets', folder.id)
    const [share, locked] = [await lab.share(folder), await lab.share(folder, { password })]
    const limited = lab.visitor(await lab.share(file, { maxDownloads: 1 }))
    const inbox = lab.visitor(await lab.share(folder, { kind: 'upload' }))
    const [visitor, stranger] = [lab.visitor(share), lab.visitor(locked)]
    const gone = `/s/${'a'.repeat(43)}`
    const here = { headers: { ...page, 'x-forwarded-host': own } }
    const prefetch = { headers: { ...page, purpose: 'prefetch' } }
    const reported = { method: 'POST', body: new URLSearchParams({ reason: 'Spam' }) }
    const walked: [route: string, seen: Seen][] = [
      ['GET /s/{token}', await visitor.ask()],
      ['GET /s/{token}', await limited.ask()],
      ['GET /s/{token}', await inbox.ask()],
      ['GET /s/{token}', await stranger.ask()],
      ['GET /s/{token}', await visitor.ask(gone, here)],
      ['GET /s/{token}', await visitor.ask('/s/short', here)],
      ['POST /s/{token}', await stranger.enter('wrong password')],
      ['POST /s/{token}', await stranger.ask('', { method: 'POST', ...here })],
      ['GET /s/{token}/folders/{id}', await visitor.ask(`/folders/${folder.id}?view=tiles`)],
      ['GET /s/{token}/folders/{id}', await visitor.ask(`/folders/${file.id}`)],
      ['GET /s/{token}/folders/{id}', await visitor.ask(`/folders/${folder.id}?page=0`, here)],
      ['GET /s/{token}/files/{id}', await visitor.ask(`/files/${file.id}`, prefetch)],
      ['GET /s/{token}/files/{id}', await visitor.ask('/files/nothing', here)],
      ['GET /s/{token}/zip/{id}', await visitor.ask(`/zip/${folder.id}`, prefetch)],
      ['GET /s/{token}/files/{id}/preview', await visitor.ask(`/files/${file.id}/preview`, here)],
      [
        'GET /s/{token}/files/{id}/thumbnail',
        await visitor.ask(`/files/${file.id}/thumbnail`, here),
      ],
      ['POST /s/{token}/report', await visitor.ask('/report', reported)],
      ['POST /s/{token}/files', await inbox.upload({ 'scan.txt': 'scan' })],
      ['POST /s/{token}/files', await inbox.upload({ 'con.txt': 'scan' })],
    ]
    walked.push(...(await pagesOfReceiver()))
    for (const [at, [route, { text, status }]] of walked.entries()) {
      assert.include(text, `--main:${color};`, `${at} ${route} ${status}`)
      assert.notInclude(text, 'Crossdock', `${at} ${route}`)
    }
    // The sign-in page reads its brand here; `journeys/branding` checks the page in a browser.
    const look = await lab.app.ok<object>('GET', '/api/branding', here)
    assert.containSubset(look, { colors: { light: { primary: color } } })

    const operators: [route: string, path: string][] = [
      ['GET /', '/'],
      ['GET /sales', '/sales'],
      ['POST /sales', '/sales'],
      ['GET /api-docs', '/api-docs'],
      ['GET /api-docs/{page*}', '/api-docs/errors'],
      ['GET /s/{token}', gone],
    ]
    for (const [route, path] of operators) {
      const method = route.split(' ')[0]!
      const text = await (await fetch(lab.app.url + path, { method, headers: page })).text()
      assert.include(text, `--main:${operatorColor};`, route)
    }
    const doors = (await lab.app.inside(() => pluginHost.use().operations()))
      .filter(({ pages, access }) => pages && access === 'public')
      .map(({ route }) => route)
    // Redirects have no page.
    const leadsOn = 'POST /p/{token}/deliveries/{id}/resend'
    const all = [...[...walked, ...operators].map(([route]) => route), leadsOn]
    assert.sameMembers([...new Set(all)], doors)
  })

  test('chat previews show the name of a shared file, and nothing behind a password', async ({
    assert,
  }) => {
    const folder = await lab.folder('Shipment 5521')
    const open = await lab.visitor(await lab.share(folder, { message: 'The papers.' })).ask()
    assert.include(open.text, '<meta property="og:title" content="Shipment 5521" />')
    assert.include(open.text, '<meta property="og:site_name" content="Acme Freight" />')
    assert.include(open.text, '<meta name="robots" content="noindex, nofollow" />')
    assert.include(open.text, 'The papers.')
    const locked = await lab.visitor(await lab.share(folder, { password, message: 'Hush.' })).ask()
    assert.include(locked.text, 'content="Acme Freight shared something with you"')
    assert.notInclude(locked.text, 'Shipment 5521')
    assert.notInclude(locked.text, 'Hush.')
  })
})
