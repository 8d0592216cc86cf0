// onOneDatabase: the command line uses the server only over HTTP
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Branding } from '@crossdock/client'
import sharp from 'sharp'
import { signedIn } from './signed_in.js'

test.group('CLI branding', (group) => {
  const lab = signedIn(group)

  const show = () => lab.shell.json<Branding>(['branding', 'show'])

  test('the branding is changed, shown and removed', async ({ assert }) => {
    const set = await lab.shell.run([
      'branding',
      'set',
      '--product-name',
      'Harbor Files',
      '--primary-color',
      '#0f766e',
    ])
    assert.equal(set.stdout, 'Changed the branding.\n', set.stderr)
    assert.containSubset(await show(), { productName: 'Harbor Files', primaryColor: '#0f766e' })
    const refused = await lab.shell.run(['branding', 'set', '--primary-color', '#ffff00'])
    assert.notEqual(refused.code, 0)
    assert.match(refused.stderr, /nearest color with enough contrast is #[0-9a-f]{6}/)
    await lab.shell.run(['branding', 'set', '--product-name', ''])
    assert.isNull((await show()).productName)
    assert.equal((await lab.shell.run(['branding', 'set'])).code, 2)
  })

  test('a logo is sent and removed', async ({ assert }) => {
    const file = join(lab.shell.folder, 'logo.png')
    await writeFile(
      file,
      await sharp({ create: { width: 20, height: 20, channels: 3, background: '#0f766e' } })
        .png()
        .toBuffer()
    )
    const sent = await lab.shell.run(['branding', 'logo', file])
    assert.equal(sent.stdout, 'Set the logo.\n', sent.stderr)
    assert.match((await show()).logo!, /^\/api\/branding\/logo\/[0-9a-f]{64}$/)
    assert.equal(
      (await lab.shell.run(['branding', 'logo', '--remove'])).stdout,
      'Removed the logo.\n'
    )
    assert.isNull((await show()).logo)
    assert.equal((await lab.shell.run(['branding', 'logo'])).code, 2)
  })

  test('a domain is claimed with its record, and removed', async ({ assert }) => {
    const claimed = await lab.shell.run(['branding', 'domain', 'claim', 'files.acme.example'])
    assert.match(
      claimed.stdout,
      /_crossdock-challenge\.files\.acme\.example {2}crossdock-verification=\w{40}\n/
    )
    assert.equal((await lab.shell.run(['branding', 'domain', 'remove'])).code, 2)
    const removed = await lab.shell.run(['branding', 'domain', 'remove', '--yes'])
    assert.equal(removed.stdout, 'Removed the domain files.acme.example.\n', removed.stderr)
    assert.isNull((await show()).customDomain)
  })
})
