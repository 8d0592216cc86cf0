import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { Proxy, until } from '@crossdock/backend/testing'
import type { FileEndpoint } from '@crossdock/sync/contracts'
import { bytes, refusal, SftpLab, textOf } from './sftp_lab.js'
import { isPlain, missingSshd } from './ssh_server.js'

const absent = 'OpenSSH is not installed'
const aWhileAgo = new Date('2026-03-01T08:00:00Z')

if (missingSshd()) {
  test.group('Files of an SFTP server', () => {
    test('a real OpenSSH server').skip(missingSshd, absent)
  })
} else {
  test.group('Files of an SFTP server', (group) => {
    let lab: SftpLab
    let files: FileEndpoint
    let home: string

    group.setup(async () => {
      lab = await SftpLab.start()
      return () => lab.stop()
    })
    // A separate folder for each test.
    group.each.setup(async () => {
      const made = `case-${randomBytes(4).toString('hex')}`
      home = join(lab.server.home, made)
      mkdirSync(home)
      own(home)
      files = await lab.open({ config: { path: made } })
      return () => lab.closeAll()
    })

    const name = () => home.slice(lab.server.home.length + 1)
    /** Makes the account the owner of files that root created. */
    const own = (path: string) => {
      const { uid, gid } = statSync(lab.server.home)
      if (process.getuid?.() === 0) chownSync(path, uid, gid)
    }
    const put = (path: string, text: string | Buffer, at = aWhileAgo) => {
      writeFileSync(join(home, path), text)
      utimesSync(join(home, path), at, at)
      own(join(home, path))
    }
    const folder = (path: string) => {
      mkdirSync(join(home, path))
      own(join(home, path))
    }
    const names = () => readdirSync(home).sort()
    const write = (path: string, text: string, expectedVersion: string | null = null) =>
      files.write(path, bytes(text), {
        size: Buffer.byteLength(text),
        modifiedAt: aWhileAgo.getTime(),
        expectedVersion,
      })

    test('listings show all kinds of names, and mark links and devices', async ({ assert }) => {
      const odd = ['-rf', 'a b', 'line\nbreak', 'back\\slash', '"quoted"', "it's", 'über.txt', '📦']
      for (const name of odd) put(name, name)
      put('Übergang', 'decomposed'.normalize('NFD'))
      folder('Plans')
      writeFileSync(Buffer.concat([Buffer.from(`${home}/latin-`), Buffer.from([0xe9])]), 'x')
      symlinkSync('/etc/passwd', join(home, 'outside'))
      symlinkSync('Plans', join(home, 'inside'))
      execFileSync('mkfifo', [join(home, 'pipe')])
      put('.crossdock-tmp-0011', 'half')
      const listed = new Map((await files.list('')).map((entry) => [entry.name, entry]))
      for (const name of odd) {
        assert.deepInclude(listed.get(name), {
          kind: 'file',
          size: Buffer.byteLength(name),
          modifiedAt: aWhileAgo.getTime(),
        })
        assert.equal(await textOf(files, name), name)
      }
      assert.deepInclude(listed.get('Plans'), { kind: 'folder', size: 0, version: '' })
      assert.equal(listed.get('outside')?.kind, 'link')
      assert.equal(listed.get('inside')?.kind, 'link')
      assert.equal(listed.get('pipe')?.kind, 'device')
      assert.equal(listed.get('latin-\ufffd')?.trouble, 'name')
      assert.isFalse(listed.has('.crossdock-tmp-0011'))
      assert.equal(listed.size, odd.length + 6)
    })

    test('are first written under a temporary name, with their time', async ({ assert }) => {
      const made = await write('a.txt', 'first')
      assert.deepInclude(made, { name: 'a.txt', size: 5, modifiedAt: aWhileAgo.getTime() })
      assert.equal((await refusal(write('a.txt', 'again'))).code, 'exists')
      const changed = await write('a.txt', 'second', made.version)
      assert.notEqual(changed.version, made.version)
      assert.equal(await textOf(files, 'a.txt'), 'second')
      assert.equal((await refusal(write('a.txt', 'third', made.version))).code, 'stale')
      assert.equal((await refusal(write('gone.txt', 'x', made.version))).code, 'stale')
      assert.equal((await refusal(write('no/a.txt', 'x'))).code, 'missing')
      assert.equal(readFileSync(join(home, 'a.txt'), 'utf8'), 'second')
      assert.deepEqual(names(), ['a.txt'])
    })

    // Red when pieces are written in the order of arrival instead of at their offsets.
    test('keep every byte, also of large and of empty ones', async ({ assert }) => {
      const content = randomBytes(5 * 1024 * 1024 + 7)
      await files.write(
        'large.bin',
        Readable.from([content.subarray(0, 99), content.subarray(99)]),
        {
          size: content.length,
          modifiedAt: 0,
          expectedVersion: null,
        }
      )
      assert.isTrue(content.equals(readFileSync(join(home, 'large.bin'))))
      const { version } = (await files.stat('large.bin'))!
      assert.isTrue(content.equals(await buffer(await files.read('large.bin', version))))
      await write('empty', '')
      assert.equal(await textOf(files, 'empty'), '')
    })

    // Red when the number of bytes is not counted.
    test('content of another size than announced is not kept', async ({ assert }) => {
      for (const [text, size] of [
        ['short', 6],
        ['long', 3],
      ] as const) {
        const file = { size, modifiedAt: 0, expectedVersion: null }
        const refused = await refusal(files.write('a.txt', bytes(text), file))
        assert.include(refused.message, `instead of ${size}`)
      }
      const broken = new Readable({ read() {} })
      broken.push('half')
      const file = { size: 100, modifiedAt: 0, expectedVersion: null }
      const written = refusal(files.write('a.txt', broken, file))
      broken.destroy(new Error('The source is gone.'))
      assert.equal((await written).message, 'The source is gone.')
      await until('the temporary files to go', async () => names().length === 0)
    })

    // Red when a write goes directly to the final name.
    test('a connection lost during a write leaves the old file', async ({ assert }) => {
      put('kept.txt', 'before')
      const proxy = new Proxy(new URL(`http://127.0.0.1:${lab.server.port}`))
      await proxy.start()
      const port = Number(new URL(proxy.url).port)
      const through = await lab.open({ config: { path: name(), port } })
      const { version } = (await through.stat('kept.txt'))!
      const half = () => {
        const content = new Readable({ read() {} })
        content.push(randomBytes(200_000))
        return content
      }
      const over = half()
      const written = [
        refusal(
          through.write('kept.txt', over, {
            size: 900_000,
            modifiedAt: 0,
            expectedVersion: version,
          })
        ),
        refusal(
          through.write('new.txt', half(), { size: 900_000, modifiedAt: 0, expectedVersion: null })
        ),
      ]
      await until('both to be partly written', async () => {
        const half = names().filter((one) => one.startsWith('.crossdock-tmp-'))
        return half.length === 2 && half.every((one) => statSync(join(home, one)).size === 200_000)
      })
      await proxy.stop()
      for (const refused of await Promise.all(written)) assert.equal(refused.code, 'unreachable')
      assert.isTrue(over.destroyed)
      assert.equal((await refusal(through.list(''))).code, 'unreachable')
      assert.equal(readFileSync(join(home, 'kept.txt'), 'utf8'), 'before')
      assert.deepEqual(
        (await files.list('')).map((entry) => entry.name),
        ['kept.txt']
      )

      // A day later, the next session that writes cleans up; a session that only reads does not.
      assert.lengthOf(names(), 3)
      for (const left of names().filter((one) => one.startsWith('.crossdock-tmp-')))
        utimesSync(join(home, left), aWhileAgo, aWhileAgo)
      await files.list('')
      assert.lengthOf(names(), 3)
      await write('other.txt', 'x')
      assert.deepEqual(names(), ['kept.txt', 'other.txt'])
    })

    // Red when the version is not checked again after the last byte.
    test('a file that changes while it is read is reported as changed', async ({ assert }) => {
      const content = randomBytes(3 * 1024 * 1024)
      put('moving.bin', content)
      const { version } = (await files.stat('moving.bin'))!
      const read = await files.read('moving.bin', version)
      const parts: Buffer[] = []
      const changed = await refusal(
        (async () => {
          for await (const part of read) {
            if (parts.length === 0) put('moving.bin', randomBytes(content.length), new Date())
            parts.push(part as Buffer)
          }
        })()
      )
      assert.equal(changed.code, 'stale')
      assert.equal((await refusal(files.read('moving.bin', version))).code, 'stale')

      put('shrinking.bin', content)
      const whole = await files.stat('shrinking.bin')
      const shrinking = await files.read('shrinking.bin', whole!.version)
      const shorter = await refusal(
        (async () => {
          for await (const part of shrinking)
            if ((part as Buffer).length > 0) writeFileSync(join(home, 'shrinking.bin'), 'x')
        })()
      )
      assert.equal(shorter.code, 'stale')
    })

    // Red when #isInside() accepts every path: the file appears in the folder outside.
    test('nothing leaves the folder: links on the way, and paths that climb', async ({
      assert,
    }) => {
      const outside = `${home}-outside`
      mkdirSync(outside)
      own(outside)
      symlinkSync(outside, join(home, 'door'))
      put('a.txt', 'a')
      const { version } = (await files.stat('a.txt'))!
      const file = { size: 1, modifiedAt: 0, expectedVersion: null }
      for (const work of [
        () => files.write('door/x', bytes('x'), file),
        () => files.list('door'),
        () => files.makeFolder('door/x'),
        () => files.rename('a.txt', 'door/a.txt', version),
        () => files.remove('door/x', ''),
      ])
        assert.equal((await refusal(work())).code, 'missing')
      assert.isNull(await files.stat('door/x'))
      assert.equal((await files.stat('door'))?.kind, 'link')
      assert.equal((await refusal(files.read('door', ''))).code, 'stale')
      assert.equal((await refusal(files.remove('door', ''))).code, 'stale')
      for (const path of ['../x', 'a/../../x', '/etc/passwd', 'a//b', './x', 'x\0y', ''])
        assert.equal((await refusal(files.write(path, bytes('x'), file))).code, 'name', path)
      assert.lengthOf(readdirSync(outside), 0)
    })

    test('files and whole folders are renamed and moved, never over another', async ({
      assert,
    }) => {
      folder('Old')
      put('Old/a.txt', 'a')
      put('b.txt', 'b')
      const b = (await files.stat('b.txt'))!
      await files.rename('Old', 'New', '')
      assert.equal(await textOf(files, 'New/a.txt'), 'a')
      const moved = await files.rename('b.txt', 'New/b.txt', b.version)
      assert.equal(moved.version, b.version)
      assert.equal(
        (await refusal(files.rename('New/b.txt', 'New/a.txt', b.version))).code,
        'exists'
      )
      put('New/b.txt', 'changed', new Date())
      assert.equal((await refusal(files.rename('New/b.txt', 'c.txt', b.version))).code, 'stale')
      assert.equal((await refusal(files.rename('gone', 'c.txt', ''))).code, 'stale')
      assert.deepEqual(readdirSync(join(home, 'New')).sort(), ['a.txt', 'b.txt'])
    })

    test('folders are made once, and removed when they are empty', async ({ assert }) => {
      assert.deepInclude(await files.makeFolder('Plans'), { name: 'Plans', kind: 'folder' })
      assert.equal((await refusal(files.makeFolder('Plans'))).code, 'exists')
      await files.makeFolder('Plans/2026')
      assert.equal((await refusal(files.remove('Plans', ''))).code, 'not_empty')
      await write('Plans/2026/a', 'a')
      const a = (await files.stat('Plans/2026/a'))!
      assert.equal((await refusal(files.remove('Plans/2026/a', 'other'))).code, 'stale')
      await files.remove('Plans/2026/a', a.version)
      await files.remove('Plans/2026', '')
      await files.remove('Plans', '')
      assert.lengthOf(names(), 0)
      assert.equal((await refusal(files.list('Plans'))).code, 'missing')
      const name = 'n'.repeat(300)
      assert.equal((await refusal(files.makeFolder(name))).code, 'name')
    })

    test('a read-only folder', async ({ assert }) => {
      folder('Locked')
      put('Locked/a.txt', 'a')
      chmodSync(join(home, 'Locked'), 0o555)
      const a = (await files.stat('Locked/a.txt'))!
      for (const work of [
        () => write('Locked/b.txt', 'b'),
        () => write('Locked/a.txt', 'b', a.version),
        () => files.remove('Locked/a.txt', a.version),
        () => files.makeFolder('Locked/c'),
      ])
        assert.equal((await refusal(work())).code, 'denied')
      assert.equal(await textOf(files, 'Locked/a.txt'), 'a')
      chmodSync(join(home, 'Locked/a.txt'), 0o000)
      assert.equal((await refusal(files.read('Locked/a.txt', a.version))).code, 'denied')
    }).skip(() => process.getuid?.() === 0 && isPlain(), 'the account may write everywhere')

    test('a full volume: the old file stays, and no partial file', async ({ assert }) => {
      const small = await lab.open({ config: { path: 'small' } })
      const kept = await small.write('kept.txt', bytes('before'), {
        size: 6,
        modifiedAt: 0,
        expectedVersion: null,
      })
      const size = 2 * 1024 * 1024
      for (const [path, expectedVersion] of [
        ['new.bin', null],
        ['kept.txt', kept.version],
      ] as const) {
        const file = { size, modifiedAt: 0, expectedVersion }
        const refused = await refusal(small.write(path, bytes(randomBytes(size)), file))
        assert.equal(refused.code, 'full')
      }
      assert.deepEqual(
        (await small.list('')).map(({ name }) => name),
        ['kept.txt']
      )
      assert.equal(await textOf(small, 'kept.txt'), 'before')
    }).skip(isPlain, 'it needs root')

    // Red when the listing has no limit.
    test('a large folder is listed in batches, one with too many entries is refused', async ({
      assert,
    }) => {
      for (let n = 0; n < 1_200; n += 1) writeFileSync(join(home, `file-${n}`), '')
      assert.lengthOf(await files.list(''), 1_200)
      const bounded = await lab.open({ config: { path: name() } }, undefined, 1_000)
      const refused = await refusal(bounded.list(''))
      assert.deepInclude(refused, { code: 'too_many' })
      assert.include(refused.message, 'more than 1000 entries')
      // The session still works.
      assert.equal((await bounded.stat('file-0'))?.kind, 'file')
    })
  })

  test.group('An SFTP server that cannot rename over a file', (group) => {
    let lab: SftpLab
    group.setup(async () => {
      lab = await SftpLab.start('posix-rename')
      return () => lab.stop()
    })

    test('replaces in two steps, and leaves nothing behind', async ({ assert }) => {
      const files = await lab.open()
      const file = { size: 3, modifiedAt: 0, expectedVersion: null }
      const { version } = await files.write('a.txt', bytes('one'), file)
      const changed = { size: 5, modifiedAt: 0, expectedVersion: version }
      await files.write('a.txt', bytes('three'), changed)
      assert.equal(await textOf(files, 'a.txt'), 'three')
      assert.deepEqual(
        readdirSync(lab.server.home).filter((name) => name !== 'small'),
        ['a.txt']
      )
    })
  })
}
