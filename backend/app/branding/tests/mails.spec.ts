import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { openLab, setBranding, type BrandingLab } from './support.js'

test.group('Mails of an organization', (group) => {
  let lab: BrandingLab

  group.setup(async () => {
    const opened = await openLab()
    lab = opened
    return opened.stop
  })

  /** The newest mail as received. */
  async function newest(to: string, trigger: () => Promise<unknown>) {
    const { text } = await lab.app.mailTo(to, trigger)
    const folder = join(lab.app.database.dataDir, 'mail')
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
    for (const name of names.reverse()) {
      const mail = await PostalMime.parse(await readFile(join(folder, name)))
      if (mail.text === text) return mail
    }
    throw new Error(`There is no mail to ${to}.`)
  }
  const ask = (email: string, tenantId: string) => () =>
    lab.app.ok('POST', '/api/auth/magic-link', { body: { email, tenantId } })

  // Red when any part of the look is inserted into the HTML unescaped.
  test('have its sender, name, color, logo and footer, all escaped', async ({ assert }) => {
    const { app, acme } = lab
    await setBranding(app, acme.admin, {
      productName: 'Harbor <b>&amp;" Files',
      primaryColor: '#0f766e',
      mailSender: 'Harbor "Desk", <Ltd>',
      mailFooter: 'Quay 1 <i>\nHarbor & Co',
    })
    const logo = await sharp({
      create: { width: 60, height: 20, channels: 3, background: '#0f766e' },
    })
      .png()
      .toBuffer()
    await app.ok('PUT', '/api/tenant/branding/logo', { as: acme.admin, body: logo })
    const mail = await newest('viewer@acme.example', ask('viewer@acme.example', 'acme'))
    assert.deepEqual(mail.from, { name: 'Harbor "Desk", <Ltd>', address: 'crossdock@localhost' })
    const html = mail.html!
    assert.include(html, 'Harbor &lt;b&gt;&amp;amp;&quot; Files')
    assert.include(html, 'Quay 1 &lt;i&gt;<br>Harbor &amp; Co')
    assert.include(html, 'background:#0f766e')
    assert.notMatch(html, /<b>|<i>|>Crossdock</)
    assert.match(mail.text!, /^Harbor <b>&amp;" Files\n/)
    assert.include(mail.text!, 'Quay 1 <i>\nHarbor & Co')
    const [picture] = mail.attachments
    assert.containSubset(picture, { mimeType: 'image/png', disposition: 'inline', related: true })
    assert.include(html, `src="cid:${picture!.contentId!.replace(/[<>]/g, '')}"`)
  })

  test('of other organizations are unchanged', async ({ assert }) => {
    const mail = await newest('viewer@bolt.example', ask('viewer@bolt.example', 'bolt'))
    assert.deepEqual(mail.from, { name: 'Crossdock', address: 'crossdock@localhost' })
    assert.include(mail.html!, '>Crossdock<')
    assert.lengthOf(mail.attachments, 0)
  })
})
