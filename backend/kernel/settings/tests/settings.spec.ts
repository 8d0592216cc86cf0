// onOneDatabase: no database takes part
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { makeDataDir, readSettings, SettingsError, variables } from '@crossdock/kernel/settings'

function problemsOf(source: Record<string, string>): string[] {
  try {
    readSettings(source)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
}

test.group('Settings', () => {
  test('has a working default for everything', ({ assert }) => {
    const settings = readSettings({})
    assert.equal(settings.PORT, 3333)
    assert.equal(settings.HOST, '127.0.0.1')
    assert.equal(settings.ADMIN_EMAIL, 'admin@localhost')
    assert.isTrue(settings.DEMO)
    assert.isFalse(readSettings({ NODE_ENV: 'production' }).DEMO)
    assert.deepEqual(settings.EGRESS_ALLOW, [])
  })

  test('an empty value counts as absent', ({ assert }) => {
    assert.equal(readSettings({ PORT: '' }).PORT, 3333)
  })

  test('reads given values', ({ assert }) => {
    const settings = readSettings({
      PORT: '8080',
      DEMO: 'false',
      EGRESS_ALLOW: '10.0.0.0/8, 127.0.0.1/32:4010',
      APP_URL: 'https://files.acme.example/',
    })
    assert.equal(settings.PORT, 8080)
    assert.isFalse(settings.DEMO)
    assert.deepEqual(settings.EGRESS_ALLOW, ['10.0.0.0/8', '127.0.0.1/32:4010'])
    assert.equal(settings.APP_URL, 'https://files.acme.example')
  })

  test('a wrong value is refused with its name and the expected value', ({ assert }) => {
    const wrong = {
      PORT: '99999',
      DEMO: 'yes',
      ROLE: 'boss',
      DATABASE_URL: 'mysql://x',
      EGRESS_ALLOW: '10.0.0.0',
      ADMIN_EMAIL: 'no-address',
      APP_KEY: 'short',
      LOG_LEVEL: 'loud',
    }
    const problems = problemsOf(wrong)
    assert.lengthOf(problems, Object.keys(wrong).length)
    for (const name of Object.keys(wrong)) {
      assert.isTrue(
        problems.some((line) => line.startsWith(`${name} `)),
        name
      )
    }
    assert.include(problems.join('\n'), 'PORT is "99999" but must be a whole number')
  })

  test('APP_URL has no path', ({ assert }) => {
    const { APP_URL } = readSettings({ APP_URL: 'HTTPS://Files.Acme.example:443/' })
    assert.equal(APP_URL, 'https://files.acme.example')

    for (const wrong of ['/sub', '/sub/', '/?x=1', '/#x']) {
      const [problem] = problemsOf({ APP_URL: `https://acme.example${wrong}` })
      assert.match(problem ?? '', /^APP_URL must be .*does not work below a path\.$/, wrong)
    }
    assert.lengthOf(problemsOf({ APP_URL: 'https://user:word@acme.example' }), 1)
  })

  test('a wrong secret is not repeated', ({ assert }) => {
    assert.notInclude(problemsOf({ APP_KEY: 'hunter2' }).join(), 'hunter2')
    assert.notInclude(problemsOf({ DATABASE_URL: 'x://u:hunter2@h' }).join(), 'hunter2')
  })

  test('.env.example documents every variable and no other', async ({ assert }) => {
    const text = await readFile('.env.example', 'utf8')
    const documented = [...text.matchAll(/^#? ?([A-Z_]+)=/gm)].map((match) => match[1])
    assert.sameMembers(documented, Object.keys(variables))
  })

  test('the folder of DATA_DIR is created, or the error says why not', async ({
    assert,
    cleanup,
  }) => {
    const root = await mkdtemp(join(tmpdir(), 'crossdock-'))
    cleanup(() => rm(root, { recursive: true }))
    const deep = join(root, 'a', 'b', 'c')
    makeDataDir(deep)
    makeDataDir(deep)
    assert.isTrue((await stat(deep)).isDirectory())
    const file = join(root, 'file')
    await writeFile(file, '')
    const shut = join(root, 'shut')
    makeDataDir(shut)
    await chmod(shut, 0o500)
    const wrong: [folder: string, problem: string][] = [
      [file, `DATA_DIR (${file}) cannot be used: it is a file, not a folder.`],
      [
        join(file, 'x'),
        `(${join(file, 'x')}) cannot be used: a part of the path is a file, not a folder.`,
      ],
    ]
    // The super user may write everywhere.
    if (process.getuid?.() !== 0) {
      const problem = 'cannot be used: this account may not write there.'
      wrong.push([shut, problem], [join(shut, 'x', 'y'), problem])
    }
    for (const [folder, problem] of wrong) {
      assert.throws(() => makeDataDir(folder), SettingsError as never, problem)
    }
  })
})
