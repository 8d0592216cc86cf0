import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Branding } from '@crossdock/client'
import sharp from 'sharp'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

test.group('CLI branding', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })
  group.each.setup(async () => {
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    return () => shell.close()
  })

  const show = () => shell.json<Branding>(['branding', 'show'])

  test('it is changed, shown and taken away', async ({ assert }) => {
    const set = await shell.run([
      ...['branding', 'set', '--product-name', 'Harbor Files', '--primary-color', '#0f766e'],
    ])
    assert.equal(set.stdout, 'Changed the branding.\n', set.stderr)
    assert.containSubset(await show(), { productName: 'Harbor Files', primaryColor: '#0f766e' })
    const refused = await shell.run(['branding', 'set', '--primary-color', '#ffff00'])
    assert.notEqual(refused.code, 0)
    assert.match(refused.stderr, /nearest colour that can be read is #[0-9a-f]{6}/)
    await shell.run(['branding', 'set', '--product-name', ''])
    assert.isNull((await show()).productName)
    assert.equal((await shell.run(['branding', 'set'])).code, 2)
  })

  test('a logo is sent and removed', async ({ assert }) => {
    const file = join(shell.folder, 'logo.png')
    await writeFile(
      file,
      await sharp({ create: { width: 20, height: 20, channels: 3, background: '#0f766e' } })
        .png()
        .toBuffer()
    )
    const sent = await shell.run(['branding', 'logo', file])
    assert.equal(sent.stdout, 'Set the logo.\n', sent.stderr)
    assert.match((await show()).logo!, /^\/api\/branding\/logo\/[0-9a-f]{64}$/)
    assert.equal((await shell.run(['branding', 'logo', '--remove'])).stdout, 'Removed the logo.\n')
    assert.isNull((await show()).logo)
    assert.equal((await shell.run(['branding', 'logo'])).code, 2)
  })

  test('a domain is claimed with its record, and given up', async ({ assert }) => {
    const claimed = await shell.run(['branding', 'domain', 'claim', 'files.acme.example'])
    assert.match(
      claimed.stdout,
      /_crossdock-challenge\.files\.acme\.example {2}crossdock-verification=\w{40}\n/
    )
    assert.equal((await shell.run(['branding', 'domain', 'remove'])).code, 2)
    const removed = await shell.run(['branding', 'domain', 'remove', '--yes'])
    assert.equal(removed.stdout, 'Gave up the domain files.acme.example.\n', removed.stderr)
    assert.isNull((await show()).customDomain)
  })
})
