// onOneDatabase: the command line uses the server only over HTTP
import { writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { CreatedShare, Share } from '@crossdock/client'
import { signedIn } from './signed_in.js'

test.group('CLI links', (group) => {
  const lab = signedIn(group)

  test('a link to a file is created, used, listed and revoked', async ({ assert }) => {
    const put = await lab.shell.run(['assets', 'mkdir', '/Plans'])
    assert.equal(put.code, 0, put.stderr)
    const made = await lab.shell.run(
      [
        'assets',
        'share',
        '/Plans',
        '--name',
        'For us',
        '--expires',
        '14d',
        '--max-downloads',
        '5',
      ].concat(['--password-file', '-']),
      { input: 'open sesame 9\n' }
    )
    assert.equal(made.code, 0, made.stderr)
    assert.match(made.stdout, /^http\S+\/s\/[\w-]{43}\n$/)
    assert.match(made.stderr, /^The link is shown only once\. It works until 20/)
    const { pathname } = new URL(made.stdout.trim())
    const page = async () => (await fetch(lab.app.url + pathname)).text()
    assert.include(await page(), 'type="password"')

    const listed = await lab.shell.run(['shares', 'list', '--headers', '--asset', '/Plans'])
    assert.match(listed.stdout, /^For us\tPlans\tdownload\t0 of 5\t0\t/m)
    const [share] = await lab.shell.json<Share[]>(['shares', 'list'])
    assert.isTrue(share!.hasPassword)
    const revoked = await lab.shell.run(['shares', 'revoke', 'For us'])
    assert.equal(revoked.stdout, 'Revoked the link For us.\n')
    assert.include(await page(), 'Nothing here')
    assert.deepEqual(await lab.shell.json<Share[]>(['shares', 'list']), [])
    assert.lengthOf(await lab.shell.json<Share[]>(['shares', 'list', '--all']), 1)
  })

  test('a link for uploads is mailed; invalid options are refused', async ({ assert }) => {
    await lab.shell.run(['assets', 'mkdir', '/Inbox'])
    const made = await lab.shell.json<CreatedShare>([
      'assets',
      'share',
      '/Inbox',
      '--upload',
      '--message',
      'Your scans, please.',
      '--mail',
      'a@partner.example',
      '--mail',
      'b@partner.example',
    ])
    assert.deepEqual(made.recipients, ['a@partner.example', 'b@partner.example'])
    assert.equal(made.kind, 'upload')
    const wrong = await lab.shell.run(['assets', 'share', '/Inbox', '--max-downloads', 'many'])
    assert.equal(wrong.code, 2)
    assert.include(wrong.stderr, '--max-downloads "many" is not a number.')
    await writeFile(`${lab.shell.folder}/empty`, '')
    const empty = await lab.shell.run(['assets', 'share', '/Inbox', '--password-file', 'empty'])
    assert.include(empty.stderr, 'is empty')
    const top = await lab.shell.run(['assets', 'share', '/'])
    assert.equal(top.code, 2)
  })
})
