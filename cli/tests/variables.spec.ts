// onOneDatabase: the command line uses the server only over HTTP
import { writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { EnvironmentVariable } from '@crossdock/client'
import { addEnvironment } from '../../plugins/environments/tests/add_environment.js'
import { readEnvFile } from '../src/commands/variables/env_file.js'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

test.group('CLI variables', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    await addEnvironment(acme.id, 'testing')
    return () => app.stop()
  })
  group.each.setup(async () => {
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    return () => shell.close()
  })

  const set = (name: string, value: string, ...more: string[]) =>
    shell.run(['variables', 'set', name, '--value', value, ...more])

  test('a variable is set, listed, read, changed and deleted', async ({ assert }) => {
    const made = await set('SHOP_HOST', 'shop.example', '--description', 'Of the shop')
    assert.equal(made.stdout, 'Added the variable SHOP_HOST.\n', made.stderr)
    const listed = await shell.run(['variables', 'list', '--headers', '--search', 'of the shop'])
    assert.match(listed.stdout, /^Name\tValue\tUsed by\tDescription\tId$/m)
    assert.match(listed.stdout, /^SHOP_HOST\tshop\.example\t0\tOf the shop\t/m)
    assert.equal((await shell.run(['variables', 'get', 'SHOP_HOST'])).stdout, 'shop.example\n')
    // Red when line breaks of a value are changed.
    await shell.run(['variables', 'set', 'LINES'], { input: 'one\ntwo' })
    assert.equal((await shell.run(['variables', 'get', 'LINES'])).stdout, 'one\ntwo\n')
    await shell.run(['variables', 'delete', 'LINES', '--yes'])
    const changed = await set('SHOP_HOST', 'shop2.example')
    assert.equal(changed.stdout, 'Changed the variable SHOP_HOST.\n')
    const kept = await shell.json<EnvironmentVariable>(['variables', 'get', 'SHOP_HOST'])
    assert.equal(kept.description, 'Of the shop')
    assert.equal((await shell.run(['variables', 'delete', 'SHOP_HOST'])).code, 2)
    const deleted = await shell.run(['variables', 'delete', 'SHOP_HOST', '--yes'])
    assert.equal(deleted.stdout, 'Deleted the variable SHOP_HOST.\n')
    assert.equal((await shell.run(['variables', 'get', 'SHOP_HOST'])).code, 5)
  })

  // Red when readValue() keeps the final line break of `echo` and of files.
  test('a secret comes from standard input, is listed as a secret and cannot be read', async ({
    assert,
  }) => {
    const made = await shell.run(['variables', 'set', 'SHOP_KEY', '--secret'], {
      input: 'first line\nk3pt-4730\n',
    })
    assert.equal(made.stdout, 'Added the secret SHOP_KEY.\n', made.stderr)
    const outputs = [
      await shell.run(['variables', 'list']),
      await shell.run(['variables', 'get', 'SHOP_KEY']),
      await shell.run(['variables', 'get', 'SHOP_KEY', '--json']),
    ]
    for (const { stdout, stderr } of outputs) assert.notInclude(stdout + stderr, 'k3pt-4730')
    assert.include(outputs[0]!.stdout, 'SHOP_KEY\t(secret)')
    assert.equal(outputs[1]!.code, 6)
    assert.include(outputs[1]!.stderr, 'SHOP_KEY is a secret')
    // With the line break the value would be too long.
    const longest = await shell.run(['variables', 'set', 'LONGEST'], {
      input: `${'x'.repeat(8192)}\r\n`,
    })
    assert.equal(longest.code, 0, longest.stderr)
    const again = await set('SHOP_KEY', 'other')
    assert.equal(again.stdout, 'Changed the secret SHOP_KEY.\n')
  })

  test('each environment has its own', async ({ assert }) => {
    await set('WHERE', 'live')
    await set('WHERE', 'test', '--environment', 'testing')
    const where = (...more: string[]) => shell.run(['variables', 'get', 'WHERE', ...more])
    assert.equal((await where()).stdout, 'live\n')
    assert.equal((await where('--environment', 'testing')).stdout, 'test\n')
    assert.equal((await where('--environment', 'none')).code, 5)
    const byVariable = await shell.run(['variables', 'get', 'WHERE'], {
      env: { CROSSDOCK_ENVIRONMENT: 'testing' },
    })
    assert.equal(byVariable.stdout, 'test\n')
  })

  test('invalid input is refused with a sentence', async ({ assert }) => {
    const wrong = await set('lower', '1')
    assert.equal(wrong.code, 6)
    const loop = await set('LOOP', '{variables.LOOP}')
    assert.equal(loop.code, 6)
    assert.include(loop.stderr, 'The variable LOOP refers to itself.')
    await set('BASE', 'x')
    await set('USER', '{variables.BASE}')
    const used = await shell.run(['variables', 'delete', 'BASE', '--yes'])
    assert.equal(used.code, 6)
    assert.include(used.stderr, 'BASE is used by USER.')
    const nothing = await shell.run(['variables', 'set', 'NOTHING'])
    assert.equal(nothing.code, 2)
    assert.include(nothing.stderr, 'NOTHING has no value')
    assert.equal((await set('EMPTY', '')).code, 0)
  })

  // Red when a dry run sends anything, or a value is printed.
  test('a .env file is checked and set; other variables stay', async ({ assert }) => {
    await set('STAYS', 'as it is')
    await set('SAME', 'same')
    const file = [
      '# of the shop',
      'export FROM_FILE=plain # with a word about it',
      'FILE_KEY="k3pt-4731\\n"',
      'SAME=same',
      '',
    ].join('\n')
    await writeFile(shell.path('shop.env'), file)
    const run = (...more: string[]) =>
      shell.run(['variables', 'import', 'shop.env', '--secret', 'FILE_KEY', ...more])
    const dry = await run('--dry-run')
    const expected =
      'FROM_FILE\treadable\tadded\nFILE_KEY\tsecret\tadded\nSAME\treadable\tunchanged\n'
    assert.equal(dry.stdout, expected, dry.stderr)
    assert.equal((await shell.run(['variables', 'get', 'FROM_FILE'])).code, 5)
    assert.equal((await run()).code, 2)
    const done = await run('--yes')
    assert.equal(done.stdout, expected)
    assert.notInclude(done.stdout + done.stderr + dry.stderr, 'k3pt-4731')
    assert.equal((await shell.run(['variables', 'get', 'FROM_FILE'])).stdout, 'plain\n')
    assert.equal((await shell.run(['variables', 'get', 'STAYS'])).stdout, 'as it is\n')
    const key = await shell.json<EnvironmentVariable>(['variables', 'get', 'FILE_KEY'])
    assert.isTrue(key.isSecret)
    const again = await run('--yes')
    assert.include(again.stdout, 'FROM_FILE\treadable\tunchanged\nFILE_KEY\tsecret\tchanged\n')
  })

  test('a partly sent file reports its progress', async ({ assert }) => {
    const input = 'GOOD=1\nBAD="{variables.BAD}"\nLATER=1\n'
    const { code, stderr } = await shell.run(['variables', 'import', '-', '--yes'], { input })
    assert.equal(code, 6)
    assert.include(stderr, 'error: BAD: ')
    assert.include(stderr, 'The variable BAD refers to itself.')
    assert.include(stderr, '1 of 3 are set.')
    assert.equal((await shell.run(['variables', 'get', 'GOOD'])).stdout, '1\n')
    assert.equal((await shell.run(['variables', 'get', 'LATER'])).code, 5)
  })

  const wrongLines: [content: string, says: string][] = [
    ['A=1\nnonsense', 'Line 2 is not an assignment'],
    ['lower=1', 'Line 1 names "lower"'],
    ['__proto__=1', 'Line 1 names "__proto__"'],
    ['A=1\nA=2', 'Line 2 assigns A a second time'],
    ['A="1\n2', 'Line 1 starts a value with "'],
    ['A="1" 2', 'Line 1 has text after'],
  ]
  for (const [content, says] of wrongLines) {
    test(`${JSON.stringify(content)} is refused with its line, and nothing is sent`, async ({
      assert,
    }) => {
      const args = ['variables', 'import', '-', '--yes']
      const { code, stderr } = await shell.run(args, { input: content })
      assert.equal(code, 2)
      assert.include(stderr, says)
      assert.include(stderr, 'Nothing was sent.')
    })
  }

  test('quoted values keep blanks, lines and signs; nothing is executed or expanded', ({
    assert,
  }) => {
    const file = [
      'PLAIN = a b ',
      'HASH=a#b',
      "SINGLE='a \\n $HOME # b'",
      'DOUBLE="a \\"b\\" \\n\\t$(date)"',
      'LINES="one',
      'two # three"  # four',
      'EMPTY=',
      "NONE='' # nothing",
    ].join('\r\n')
    assert.deepEqual(Object.fromEntries(readEnvFile(`\ufeff${file}`)), {
      PLAIN: 'a b',
      HASH: 'a#b',
      SINGLE: 'a \\n $HOME # b',
      DOUBLE: 'a "b" \n\t$(date)',
      LINES: 'one\ntwo # three',
      EMPTY: '',
      NONE: '',
    })
  })
})
