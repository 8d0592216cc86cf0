import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { Signatures } from '../../secrets/index.js'
import { makeBackup, type Manifest } from '../index.js'
import { backupFolder, emptyPlace, installation, restoreInto, takeBackup } from './copies.js'

/** Returns the message of the refusal; empty when the work succeeds. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error) => {
      if (error.name !== 'BackupRefused') throw error
      return error.message
    }
  )

/** Rewrites a manifest, valid except for its signature. Signs it if a key is given. */
async function rewrite(
  folder: string,
  change: (manifest: Manifest) => void,
  key?: string
): Promise<void> {
  const path = join(folder, 'manifest.json')
  const text = await readFile(path, 'utf8')
  const manifest = JSON.parse(text.slice(text.indexOf('\n') + 1)) as Manifest
  change(manifest)
  const body = JSON.stringify(manifest)
  const code = key ? ` ${new Signatures(key).mac(`backup manifest\n${body}`)}` : ''
  await writeFile(path, `${createHash('sha256').update(body).digest('hex')}${code}\n${body}\n`)
}

test.group('A refused backup', (group) => {
  let app: TestApp
  group.setup(async () => {
    app = await bootApp()
    const tenant = await app.tenant('acme')
    const form = new FormData()
    form.set('file', new Blob(['of acme']), 'note.txt')
    await app.ok('POST', '/api/assets', { as: tenant.admin, body: form })
    return () => app.stop()
  })

  // Red when keyFor() checks the first key only: values sealed with a former key could never be opened.
  test('because a former key is missing', async (context) => {
    const APP_KEY = 'n'.repeat(40)
    const [folder, own] = await app.inside(async () => {
      const { APP_KEY: former } = installation().settings
      return [await takeBackup(context, { APP_KEY, APP_KEY_PREVIOUS: [former] }), former] as const
    })
    const place = await emptyPlace(context)
    const restore = (APP_KEY_PREVIOUS: string[]) =>
      app.inside(() => refusal(restoreInto(place, folder, { app, APP_KEY, APP_KEY_PREVIOUS })))
    context.assert.include(await restore([]), 'uses former keys that are missing here')
    context.assert.equal(await restore([own]), '')
  })

  // Red when keyFor() accepts any key file in a backup as the backup's key.
  test('because its key file holds another key', async (context) => {
    const folder = join(await backupFolder(context), 'backup')
    await app.inside(() => makeBackup(installation(), folder, { withKey: true }))
    await writeFile(join(folder, 'app.key'), 'o'.repeat(40))
    const place = await emptyPlace(context)
    const given = { app, keyGiven: false, APP_KEY: 'm'.repeat(40) }
    const message = await app.inside(() => refusal(restoreInto(place, folder, given)))
    context.assert.include(message, 'app.key of the backup was changed')
  })

  // Red when keyFor() takes the key from a backup although APP_KEY is set: the server would still use APP_KEY.
  test('because APP_KEY is set to another key than the one in it', async (context) => {
    const folder = join(await backupFolder(context), 'backup')
    await app.inside(() => makeBackup(installation(), folder, { withKey: true }))
    const place = await emptyPlace(context)
    const given = { app, keyGiven: true, APP_KEY: 'm'.repeat(40) }
    const message = await app.inside(() => refusal(restoreInto(place, folder, given)))
    context.assert.include(message, 'made with another APP_KEY')
  })

  // Red when restorePlugins() does not check hashes: code could run that was never installed.
  test('because an added package was changed', async (context) => {
    const { assert } = context
    const weather = 'plugins/node_modules/weather/index.js'
    const path = join(app.database.dataDir, weather)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, 'export default 1')
    const folder = await app.inside(() => takeBackup(context))
    await writeFile(join(folder, weather), 'export default 2')
    const place = await emptyPlace(context)
    const message = await app.inside(() => refusal(restoreInto(place, folder, { app })))
    assert.include(message, `${weather} of the backup was cut off or changed`)
    await assert.rejects(() => readFile(join(place.dataDir, weather)), /ENOENT/)
  })

  // Red without assertSigned(): anyone with write access to a backup could add a program that the server runs.
  test('because it is not signed with the key of this installation', async (context) => {
    const { assert } = context
    const program = 'export default 2'
    const slip = async (folder: string, key?: string) => {
      await mkdir(join(folder, 'plugins/node_modules/slipped'), { recursive: true })
      await writeFile(join(folder, 'plugins/node_modules/slipped/index.js'), program)
      const sha256 = createHash('sha256').update(program).digest('hex')
      await rewrite(
        folder,
        ({ pluginFiles }) => {
          const path = 'node_modules/slipped/index.js'
          pluginFiles.push({ path, size: program.length, sha256, mode: 0 })
        },
        key
      )
    }
    const place = await emptyPlace(context)
    const restore = (folder: string, unsigned?: boolean) =>
      app.inside(() => refusal(restoreInto(place, folder, { app, unsigned })))
    const [unproven, forged] = [
      await app.inside(() => takeBackup(context)),
      await app.inside(() => takeBackup(context)),
    ]
    await slip(unproven)
    assert.include(await restore(unproven), 'is not signed by this installation')
    await slip(forged, 'f'.repeat(40))
    for (const unsigned of [false, true]) {
      assert.include(await restore(forged, unsigned), 'is not signed with the key')
    }
    assert.notInclude(await readdir(place.dataDir), 'plugins')
    // Backups of earlier versions are restored like this.
    assert.equal(await restore(unproven, true), '')
  })

  // Red without assertWithin(): the first link leads out, so the second one could be written anywhere.
  test('because a link leads outside, or a file is behind a link', async (context) => {
    const { assert } = context
    const { APP_KEY } = await app.inside(async () => installation().settings)
    const folder = await app.inside(() => takeBackup(context))
    const place = await emptyPlace(context)
    const restored = async (...pluginLinks: { path: string; target: string }[]) => {
      await rewrite(folder, (manifest) => void Object.assign(manifest, { pluginLinks }), APP_KEY)
      return await app.inside(() => refusal(restoreInto(place, folder, { app })))
    }
    const outside = ['/etc', '../..', 'a/../../x', '../../../x', 'C:\\x', '..\\x', './a/../..']
    for (const target of outside) {
      assert.include(await restored({ path: 'x/y', target }), 'leads out of the added', target)
    }
    const behind = [
      { path: 'x', target: 'node_modules' },
      { path: 'x/made/by', target: 'it' },
    ]
    assert.include(await restored(...behind), 'names a file behind a link')
    const within = ['../node_modules', './z', 'z', '../../x']
    const links = within.map((target, at) => ({ path: `x/y/${at}`, target }))
    assert.equal(await restored(...links), '')
  })

  // Red when copyPlugins() accepts any link: the backup could not be restored.
  test('does not contain a link that leads out of the added packages', async (context) => {
    const { assert } = context
    const folder = join(app.database.dataDir, 'plugins')
    await mkdir(join(folder, 'node_modules/.bin'), { recursive: true })
    await symlink('../weather/index.js', join(folder, 'node_modules/.bin/weather'))
    await symlink('/etc', join(folder, 'node_modules/away'))
    context.cleanup(() => rm(join(folder, 'node_modules/away')))
    context.cleanup(() => rm(join(folder, 'node_modules/.bin'), { recursive: true }))
    const target = join(await backupFolder(context), 'backup')
    const made = await app.inside(() => makeBackup(installation(), target))
    assert.deepEqual(made.leftLinks, [{ path: 'node_modules/away', target: '/etc' }])
    assert.lengthOf(made.pluginLinks, 1)
    const place = await emptyPlace(context)
    assert.equal(await app.inside(() => refusal(restoreInto(place, target, { app }))), '')
  })

  // Red when restoreBackup() replaces existing packages.
  test('does not replace existing packages', async (context) => {
    const { assert } = context
    const path = join(app.database.dataDir, 'plugins/package.json')
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, '{}')
    const folder = await app.inside(() => takeBackup(context))
    const place = await emptyPlace(context)
    const own = join(place.dataDir, 'plugins/package.json')
    await mkdir(join(own, '..'))
    await writeFile(own, '{"name":"own"}')
    const { keptPlugins } = await app.inside(() => restoreInto(place, folder, { app }))
    assert.isTrue(keptPlugins)
    assert.equal(await readFile(own, 'utf8'), '{"name":"own"}')
  })

  // Red when copyPack() treats every error as damage: a backup without content would pass.
  test('because content cannot be read, which is not damage', async (context) => {
    const { assert } = context
    const target = join(await backupFolder(context), 'backup')
    const content = join(app.database.dataDir, 'content')
    const pack = (await readdir(content, { recursive: true })).find((name) => /pack/.test(name))
    const path = join(content, pack!)
    await rename(path, `${path}.away`)
    await mkdir(path)
    const work = () => app.inside(() => makeBackup(installation(), target))
    await assert.rejects(work, /EISDIR/)
    assert.isEmpty(await readdir(join(target, '..')))
    await rmdir(path)
    await rename(`${path}.away`, path)
  })

  // Red when prepareTarget() checks the database only: existing content would be mixed with that of the backup.
  test('because the storage has content', async (context) => {
    const folder = await app.inside(() => takeBackup(context))
    const place = await emptyPlace(context)
    const tenant = join(place.dataDir, 'content', crypto.randomUUID())
    await mkdir(tenant, { recursive: true })
    await writeFile(join(tenant, `${crypto.randomUUID()}.pack`), 'of other program')
    const message = await app.inside(() => refusal(restoreInto(place, folder, { app })))
    context.assert.include(message, 'its storage has content')
  })

  // Red when path() allows names that lead out of the folder.
  test('because one of its files would be outside', async (context) => {
    const folder = await app.inside(() => takeBackup(context))
    const outside = join(folder, '../outside.js')
    await writeFile(outside, 'of other program')
    const sha256 = createHash('sha256').update('of other program').digest('hex')
    await rewrite(folder, ({ pluginFiles }) => {
      pluginFiles.push({ path: '../../outside.js', size: 16, sha256, mode: 0 })
    })
    const place = await emptyPlace(context)
    const message = await app.inside(() => refusal(restoreInto(place, folder, { app })))
    context.assert.include(message, 'manifest.json')
  })

  // Red when the manifest accepts any text as tenant or pack, and any path as a link.
  test('because a pack or a link would be outside', async (context) => {
    const { assert } = context
    const changes: ((manifest: Manifest) => void)[] = [
      ({ packs }) => (packs[0]!.tenant = '../../outside'),
      ({ packs }) => (packs[0]!.pack = '../../outside'),
      ({ pluginLinks }) => pluginLinks.push({ path: '../outside', target: '/etc' }),
      ({ database }) => (database.path = '../database.sqlite3'),
    ]
    for (const change of changes) {
      const folder = await app.inside(() => takeBackup(context))
      await rewrite(folder, change)
      const place = await emptyPlace(context)
      const message = await app.inside(() => refusal(restoreInto(place, folder, { app })))
      assert.include(message, 'manifest.json', String(change))
    }
  })

  // Red when readManifest() does not check the format: another layout would be read as this one.
  test('because it has another format', async (context) => {
    const folder = await app.inside(() => takeBackup(context))
    await rewrite(folder, (manifest) => {
      manifest.format = 2
    })
    const place = await emptyPlace(context)
    const message = await app.inside(() => refusal(restoreInto(place, folder, { app })))
    context.assert.include(message, 'has format 2')
  })

  // Red when assertNoNewer() checks migrations only.
  test('because a later version made it, with the same tables', async (context) => {
    const folder = await app.inside(() => takeBackup(context))
    await rewrite(folder, (manifest) => {
      manifest.crossdock = '99.0.0'
    })
    const place = await emptyPlace(context)
    const message = await app.inside(() => refusal(restoreInto(place, folder, { app })))
    context.assert.include(message, 'was made by a newer version: Crossdock 99.0.0')
  })

  // Red when makeBackup() continues in an existing folder: two backups would write into one.
  test('because another one is running', async (context) => {
    const target = join(await backupFolder(context), 'backup')
    const note = join(`${target}.unfinished`, 'note')
    await mkdir(join(note, '..'))
    await writeFile(note, 'of the other')
    const message = await app.inside(() => refusal(makeBackup(installation(), target)))
    context.assert.include(message, 'a backup is running or was interrupted')
    context.assert.equal(await readFile(note, 'utf8'), 'of the other')
  })
})
