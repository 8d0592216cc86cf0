// onOneDatabase: uses no server
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { kbpsAt } from '../transfer/pace.js'
import { test } from '@japa/runner'
import { cutInputs } from '../../../../backend/kernel/chunks/tests/cut_inputs.js'
import vectors from '../../../../backend/kernel/chunks/tests/cut_vectors.js'
import { placeOf } from '../files/allow_list.js'
import { ContentHash } from '../files/content_hash.js'
import { nameFault } from '../files/names.js'
import { backOffMs } from '../http/retry.js'
import { isActive } from '../transfer/profile.js'
import { launchdPlist, systemdUnit, windowsTask, windowsWord } from '../service/definition.js'
import { install, uninstall } from '../service/install.js'
import type { State } from '../state/state.js'

const service = {
  command: ['/opt/cross & dock/agent', 'run', '--state', '/var/lib/100% "mine" $HOME'],
  stateFolder: '/var/lib/100% "mine" $HOME',
  isSystem: true,
  runAs: 'desk',
}

/** Whether a program exists on this machine. */
function has(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test.group('Desktop agent: parts', () => {
  test('{name}: the content id follows the format, however the bytes are split')
    .with(vectors)
    .run(({ assert }, { name, contentId }) => {
      const bytes = cutInputs[name]!()
      for (const piece of [256 * 1024, 1_000_003]) {
        const hash = new ContentHash()
        for (let at = 0; at < bytes.length; at += piece) hash.update(bytes.subarray(at, at + piece))
        assert.equal(hash.digest(), contentId)
      }
    })

  const windows = [{ path: 'D:\\Work', real: 'D:\\Work' }]

  // Red when Windows names are not checked.
  test('Windows: {path} is refused')
    .with([
      { path: 'D:\\Work\\..\\Other' },
      { path: 'D:/Work/../Other' },
      { path: '\\\\?\\D:\\Work\\a' },
      { path: '\\\\server\\share\\a' },
      { path: '\\Work\\a' },
      { path: 'D:Work\\a' },
      { path: 'D:\\Workshop' },
      { path: 'E:\\Work\\a' },
      { path: 'D:\\Work\\a:stream' },
      { path: 'D:\\Work\\con' },
      { path: 'D:\\Work\\COM1.txt' },
      { path: 'D:\\Work\\a.' },
      { path: 'D:\\Work\\a ' },
    ])
    .run(({ assert }, { path }) => {
      assert.throws(() => placeOf(path, windows, 'windows'), /The agent does not use/)
    })

  test('Windows: case and slashes of an allowed path do not matter', ({ assert }) => {
    assert.deepEqual(placeOf('d:/WORK/Sub/a.txt', windows, 'windows').names, ['Sub', 'a.txt'])
  })

  test('the nearest allowed folder counts', ({ assert }) => {
    const allowed = ['/a', '/a/b', '/c'].map((path) => ({ path, real: path }))
    assert.equal(placeOf('/a/b/c/d', allowed, 'linux').root.path, '/a/b')
    assert.deepEqual(placeOf('/a', allowed, 'linux').names, [])
    assert.throws(() => placeOf('/ab', allowed, 'linux'))
  })

  test('server names that would lead elsewhere are refused', ({ assert }) => {
    for (const name of ['', '.', '..', 'a/b', 'a\\b', 'a\0', '\ud800', '.crossdock-1-v1.part']) {
      assert.isString(nameFault(name, 'linux'), JSON.stringify(name))
    }
    for (const name of ['...', 'con', 'a:b', 'ä', ' ']) {
      assert.isUndefined(nameFault(name, 'linux'), name)
    }
  })

  test('active hours may cross midnight', ({ assert }) => {
    const at = (text: string) => new Date(`2026-03-${text}`)
    const night = { days: [1], from: '22:00', to: '06:00' }
    // 2 March 2026 is a Monday.
    for (const time of ['02T22:00', '02T23:59', '03T05:59'])
      assert.isTrue(isActive(night, at(time)))
    for (const time of ['02T21:59', '02T05:00', '03T06:00', '03T22:00']) {
      assert.isFalse(isActive(night, at(time)))
    }
    assert.isTrue(isActive(null, at('02T00:00')))
  })

  test('the delays between attempts grow to half a minute, and are random', ({ assert }) => {
    assert.equal(
      backOffMs(0, () => 1),
      1_000
    )
    assert.equal(
      backOffMs(3, () => 1),
      8_000
    )
    assert.equal(
      backOffMs(1_000, () => 1),
      30_000
    )
    assert.equal(
      backOffMs(9, () => 0),
      0
    )
  })

  test('systemd itself accepts the unit', async ({ assert }) => {
    const unit = systemdUnit(service)
    assert.include(
      unit,
      'ExecStart="/opt/cross & dock/agent" "run" "--state" "/var/lib/100%% \\"mine\\" $$HOME"'
    )
    if (!has('systemd-analyze')) return
    const folder = await mkdtemp(join(tmpdir(), 'crossdock-unit-'))
    try {
      const file = join(folder, 'crossdock-agent.service')
      for (const isSystem of [true, false]) {
        const command = [process.execPath, 'run', '--state', service.stateFolder]
        await writeFile(file, systemdUnit({ ...service, command, isSystem, runAs: undefined }))
        const args = ['verify', ...(isSystem ? [] : ['--user']), '--man=no', file]
        const env = { ...process.env, XDG_RUNTIME_DIR: folder }
        const said = execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: 'pipe', env })
        assert.equal(said, '')
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  // Red when a container with the systemd program, but without systemd, gets or keeps a unit.
  test('without a service manager nothing is installed, and an old unit can be removed', async ({
    assert,
    cleanup,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'crossdock-unit-'))
    const config = process.env.XDG_CONFIG_HOME
    const path = process.env.PATH
    process.env.XDG_CONFIG_HOME = folder
    // If systemd runs, hide its program.
    if (existsSync('/run/systemd/system')) process.env.PATH = ''
    cleanup(async () => {
      if (config === undefined) delete process.env.XDG_CONFIG_HOME
      else process.env.XDG_CONFIG_HOME = config
      process.env.PATH = path
      await rm(folder, { recursive: true, force: true })
    })
    const state = { folder, get: () => ({ clientId: 'x' }) } as unknown as State
    const unit = join(folder, 'systemd/user/crossdock-agent.service')
    assert.throws(() => install(state, { system: false }), /systemd does not run on this machine/)
    assert.isFalse(existsSync(unit))
    await mkdir(dirname(unit), { recursive: true })
    await writeFile(unit, '')
    assert.equal(uninstall(state, { system: false }), unit)
    assert.isFalse(existsSync(unit))
  })

  test('definitions of launchd and Windows are XML with the given values', ({ assert }) => {
    const read = (text: string) =>
      text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    for (const text of [launchdPlist(service), windowsTask({ ...service, isSystem: false })]) {
      const tags = [...text.matchAll(/<(\/?)([A-Za-z]+)[^>]*?(\/?)>/g)]
      const open: string[] = []
      for (const [, isEnd, name, isAlone] of tags) {
        if (isEnd) assert.equal(open.pop(), name)
        else if (!isAlone) open.push(name!)
      }
      assert.deepEqual(open, [])
      assert.notMatch(text, /&(?!#\d+;)/)
      assert.include(read(text), '/opt/cross & dock/agent')
    }
    assert.include(read(launchdPlist(service)), '<string>/var/lib/100% "mine" $HOME</string>')
  })

  test('a Windows argument keeps its quotes and backslashes', ({ assert }) => {
    assert.equal(windowsWord('C:\\a b\\'), '"C:\\a b\\\\"')
    assert.equal(windowsWord('say "x"'), '"say \\"x\\""')
  })

  test('a line break cannot add a setting', ({ assert }) => {
    const bad = { ...service, stateFolder: '/a\nExecStartPre=/bin/evil' }
    for (const make of [systemdUnit, launchdPlist, windowsTask]) {
      assert.throws(() => make(bad), /control character/)
    }
  })

  test('the bandwidth follows the time of day, also over midnight', ({ assert }) => {
    const rules = [
      { from: '08:00', to: '18:00', kbps: 100 },
      { from: '22:00', to: '06:00', kbps: 900 },
    ]
    const at = (hour: number) => kbpsAt(rules, new Date(2026, 10, 2, hour, 30))
    assert.deepEqual([7, 8, 17, 18, 23, 5, 6].map(at), [null, 100, 100, null, 900, 900, null])
    assert.isNull(kbpsAt([], new Date()))
  })
})
