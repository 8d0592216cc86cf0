// onOneDatabase: it tests the console in a browser
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { test } from '@japa/runner'
import { freePort, type Caller } from '@crossdock/backend/testing'
import { until } from '@crossdock/kernel/testing'
import { makeTenant, post } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees } from './support/visit.js'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** The receiving system, which records its requests. */
async function startReceiver() {
  const received: Received[] = []
  const state = { status: 200 }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    response.writeHead(state.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ seen: received.length }))
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}/hook`, received, state, close: () => void server.close() }
}

/** The signature of a message by Standard Webhooks. */
function signatureOf({ headers, body }: Received, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

const signatures = ({ headers }: Received) => String(headers['webhook-signature']).split(' ')

journeys(
  'Journey: sending events to another system',
  (stage, group) => {
    let admin: Caller
    let receiver: Awaited<ReturnType<typeof startReceiver>>
    group.setup(async () => {
      admin = await makeTenant(stage.server, 'acme')
      receiver = await startReceiver()
      return () => receiver.close()
    })

    const upload = (name: string) => {
      const form = new FormData()
      form.set('file', new Blob(['<order/>'], { type: 'text/xml' }), name)
      return post(stage.server, admin, '/api/assets', form)
    }

    // Red when a delivery is not signed with the shown secret, is not sent again, or is not recovered.
    test('a webhook is created, tested, fixed, recovered and shared with its receiver', async ({
      assert,
    }) => {
      // An address with another scheme is refused first.
      const refusals = ['422 POST /api/webhooks']
      const viewport = { width: 1440, height: 900 }
      const visit = await stage.visit({ as: admin, viewport, refusals })
      const { page } = visit
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto('/webhooks')
      await sees(page.getByText('No webhooks'))
      await visit.button('Create webhook').first().click()
      const form = visit.dialog('Create webhook')
      await form.getByRole('textbox', { name: /^Name/ }).fill('Boreal order system')
      await form.getByRole('textbox', { name: /^Address/ }).fill('ftp://orders.example')
      await form.getByRole('searchbox', { name: 'Search events' }).fill('file_upload')
      await form.getByRole('checkbox', { name: /^file_upload / }).click()
      await form.getByRole('button', { name: 'Add condition' }).click()
      const condition = form.getByRole('group', { name: 'Condition 1' })
      await condition.getByRole('textbox', { name: /^Value/ }).fill('event.payload.name')
      await visit.select(condition, /^Comparison/, 'contains')
      await condition.getByRole('textbox', { name: /^Compared with/ }).fill('invoice')
      await form.getByRole('button', { name: 'Add header' }).click()
      const header = form.getByRole('group', { name: 'Header 1' })
      await header.getByRole('textbox', { name: /^Name/ }).fill('X-Tenant')
      await header.getByRole('textbox', { name: /^Value/ }).fill('acme')
      await form.getByRole('button', { name: 'Create webhook' }).click()
      // Refused at its field.
      await sees(form.getByText('The address must begin with https://.', { exact: true }))
      await form.getByRole('textbox', { name: /^Address/ }).fill(receiver.url)
      await form.getByRole('button', { name: 'Create webhook' }).click()

      const once = visit.dialog('Signing secret')
      const secret = await once.getByRole('textbox', { name: 'Secret' }).inputValue()
      assert.match(secret, /^whsec_/)
      await once.getByRole('button', { name: 'Copy' }).click()
      await sees(once.getByRole('button', { name: 'Copied' }))
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), secret)
      await once.getByRole('button', { name: 'Done' }).click()

      // An example is delivered and signed.
      await sees(visit.heading('Boreal order system'))
      await visit.button('Send example…').click()
      await visit.dialog('Send example').getByRole('button', { name: 'Send example' }).click()
      const panel = page.getByRole('complementary', { name: 'Delivery' })
      await sees(panel.getByText('Delivered', { exact: true }))
      const [example] = receiver.received
      assert.deepEqual(signatures(example!), [signatureOf(example!, secret)])
      assert.equal(example!.headers['x-tenant'], 'acme')
      await sees(page.getByRole('row').filter({ hasText: 'Example' }))

      // A failed delivery waits for another attempt, and a person sends it immediately.
      receiver.state.status = 503
      await upload('invoice-1.xml')
      await upload('notes.txt')
      const failed = page.getByRole('row').filter({ hasText: '503' })
      await failed.first().click()
      await sees(panel.getByText(/retries for 3 days/))
      assert.equal(await failed.count(), 1)
      await panel.getByRole('button', { name: /^Answer to attempt 1/ }).click()
      await sees(panel.getByText('The receiver answered 503 Service Unavailable.'))
      receiver.state.status = 200
      await panel.getByRole('button', { name: 'Resend now' }).click()
      await sees(panel.getByText('Delivered', { exact: true }))
      const last = receiver.received.at(-1)!
      assert.include(last.body, 'invoice-1.xml')
      assert.deepEqual(signatures(last), [signatureOf(last, secret)])
      await page.keyboard.press('Escape')
      await gone(panel)

      // Events during the pause are recovered.
      await visit.choose('Boreal order system', 'Pause')
      await visit.toast('Boreal order system is paused')
      await sees(page.getByText('Paused', { exact: true }))
      await upload('invoice-2.xml')
      await visit.choose('Boreal order system', 'Resume')
      await visit.toast('Boreal order system is active again')
      await visit.button('Recover since…').click()
      await visit.dialog('Recover deliveries').getByRole('button', { name: 'Recover' }).click()
      await visit.toast('1 delivery queued')
      await until('the missing one to be delivered', () =>
        receiver.received.some(({ body }) => body.includes('invoice-2.xml'))
      )
      const bodies = receiver.received.map(({ body }) => body)
      assert.lengthOf(
        bodies.filter((body) => body.includes('invoice-2.xml')),
        1
      )

      // Both secrets sign.
      await page.getByRole('tab', { name: 'Secrets' }).click()
      await visit.button('Rotate secret…').click()
      const rotate = visit.dialog('Rotate secret')
      await rotate.getByRole('spinbutton').fill('2')
      await rotate.getByRole('button', { name: 'Rotate secret' }).click()
      const next = await once.getByRole('textbox', { name: 'Secret' }).inputValue()
      assert.notEqual(next, secret)
      await once.getByRole('button', { name: 'Copy' }).click()
      await once.getByRole('button', { name: 'Done' }).click()
      await sees(page.getByText(/^Signs, too, until/))
      const before = receiver.received.length
      await upload('invoice-3.xml')
      await until('a delivery by both secrets', () => receiver.received.length > before)
      const both = receiver.received.at(-1)!
      assert.deepEqual(signatures(both), [signatureOf(both, next), signatureOf(both, secret)])

      // The receiver has a page without an account.
      await page.getByRole('tab', { name: 'Receiver’s page' }).click()
      await visit.button('Create link').click()
      await visit.dialog('Create link').getByRole('button', { name: 'Create link' }).click()
      const made = visit.dialog('Link for the receiver')
      const link = await made.getByRole('textbox', { name: 'Link' }).inputValue()
      await made.getByRole('button', { name: 'Copy' }).click()
      await made.getByRole('button', { name: 'Done' }).click()
      const partner = await stage.visit({ refusals: [`404 GET ${new URL(link).pathname}`] })
      await partner.page.goto(link)
      await sees(partner.page.getByText('file_upload').first())
      await sees(partner.page.getByText(receiver.url))
      await visit.button('Revoke').click()
      await visit.dialog('Revoke the link?').getByRole('button', { name: 'Revoke' }).click()
      await visit.toast('The link no longer works')
      const closed = await partner.page.goto(link)
      assert.equal(closed?.status(), 404)

      await page.goto('/webhooks')
      await visit.choose('Boreal order system', 'Delete')
      await visit
        .dialog('Delete Boreal order system?')
        .getByRole('button', { name: 'Delete' })
        .click()
      await visit.toast('Webhook deleted')
      await sees(page.getByText('No webhooks'))
    })
  },
  { EGRESS_ALLOW: '127.0.0.1/32' }
)
