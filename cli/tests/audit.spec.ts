// onOneDatabase: the command line uses the server only over HTTP
import { readFile, writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { AuditEntry, AuditStatus } from '@crossdock/client'
import { hashOf, type SealedEntry } from '@crossdock/backend/audit-chain'
import { until } from '@crossdock/backend/testing'
import { inTenant } from '@crossdock/kernel/tenancy'
import { pruneAudit } from '../../backend/app/audit/actions/prune_audit.js'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

test.group('CLI audit', (group) => {
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
    await until('the audit to contain the last action', async () => {
      const token = ['audit', 'list', '--type', 'api_token_created']
      return (await shell.json<AuditEntry[]>(token)).length > 0
    })
    return () => shell.close()
  })

  test('lists the audit, and verifies it on the server', async ({ assert }) => {
    const entries = await shell.json<AuditEntry[]>(['audit', 'list', '--type', 'api_token_created'])
    assert.isNotEmpty(entries)
    assert.isTrue(entries.every(({ eventType }) => eventType === 'api_token_created'))
    const { code, stdout } = await shell.run(['audit', 'verify'])
    assert.equal(code, 0)
    assert.match(stdout, /^Entries verified: \d+, up to number \d+\./)
    // Red when a new audit without signed heads is reported as one without valid signatures.
    assert.include(stdout, 'No entry is signed yet')
    const csv = await shell.run(['audit', 'export'])
    assert.match(csv.stdout, /seq,createdAt,eventType/)
    const wrong = await shell.run(['audit', 'export', '--format', 'xml'])
    assert.equal(wrong.code, 2)
    const none = await shell.run(['audit', 'list', '--type', 'user_nope'])
    assert.equal(none.code, 5)
    assert.match(none.stderr, /There is no kind of event "user_nope"\.\n  Called alike: "user_/)
    const empty = await shell.run(['audit', 'verify', 'audit.jsonl', '--key', ''])
    assert.include(empty.stderr, '--key is empty.')
  })

  // Red when addresses are looked up only among current members.
  test('finds removed people and the operator by the address in the audit', async ({ assert }) => {
    const body = { email: 'gate@acme.example', role: 'viewer' }
    const { id } = await app.ok<{ id: string }>('POST', '/api/users', { as: acme.admin, body })
    await app.ok('DELETE', `/api/users/${id}`, { as: acme.admin })
    const as = await app.superAdmin()
    const name = { name: 'of the operator', type: 'folder' }
    const headers = { ...as.headers, 'X-Tenant': acme.id }
    await app.ok('POST', '/api/assets', { as: { headers }, body: name })
    const by = (user: string) => shell.run(['audit', 'list', '--user', user])
    await until('the action of the operator to be found', async () => {
      const { stdout } = await by('Operator@crossdock.example')
      return stdout.includes('Created folder of the operator')
    })
    const gone = await by('gate@acme.example')
    // These people have no entries.
    assert.equal(gone.code, 0, gone.stderr)
    assert.include(gone.stderr, 'No matching audit entries.')
    const unknown = await by('unknown@acme.example')
    assert.equal(unknown.code, 5)
    assert.match(unknown.stderr, /none of the newest \d+ audit entries contains it/)
    assert.include(unknown.stderr, 'Give the id of the person instead')
  })

  // Red when an export lacks hashed data. Each change is a possible manipulation of the file.
  test('an export is verified without a server, and each manipulation is reported', async ({
    assert,
  }) => {
    const file = shell.path('audit.jsonl')
    // Red when the file extension is ignored: the file would contain CSV.
    const args = ['audit', 'export', '--output', 'audit.jsonl']
    assert.equal((await shell.run(args)).code, 0)
    const { keys } = await shell.json<AuditStatus>(['audit', 'status'])
    const key = keys[0]!.publicKey
    const verify = (...more: string[]) =>
      shell.run(['audit', 'verify', 'audit.jsonl', '--server', 'http://127.0.0.1:9', ...more])
    const good = await verify('--key', key)
    assert.equal(good.code, 0, good.stderr)
    assert.include(good.stdout, 'Valid signatures: 1')
    assert.include((await verify()).stdout, key)
    const other = await verify('--key', 'A'.repeat(43))
    assert.equal(other.code, 6)

    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    const after = async (changed: string[]) => {
      await writeFile(file, `${changed.join('\n')}\n`)
      const { code, stdout, stderr } = await verify()
      assert.equal(code, 1, stderr)
      // A changed file is not reported as verified.
      assert.notInclude(stdout, 'verified')
      return stderr
    }
    const at = lines.findIndex((line) => line.includes('"seq":3,'))
    const changed = lines.with(at, lines[at]!.replace(/"eventType":"\w+"/, '"eventType":"other"'))
    assert.include(await after(changed), 'Entry 3 was changed')
    assert.include(await after(lines.toSpliced(at, 1)), 'Entry 3 is missing.')
    const swapped = lines.with(at, lines[at + 1]!).with(at + 1, lines[at]!)
    assert.include(await after(swapped), 'are out of order')
    const end = lines.findIndex((line) => line.includes('"type":"end"'))
    assert.include(await after(lines.toSpliced(end - 2, 1)), 'The end is missing')
    assert.include(await after(lines.slice(0, end - 2)), 'The end line is missing')
    assert.include(await after(lines.toSpliced(end, 1)), 'The end line is missing')
    assert.include(await after(lines.toSpliced(end - 1, 1)), 'confirms the end')
    // Red when any signed head at the end is accepted: entries after it could be invented.
    const newest = JSON.parse(lines[end - 2]!) as SealedEntry
    const none = { text: null, salt: null, hash: null }
    const forgery = { ...newest, seq: newest.seq + 1, person: none, details: none }
    const appended = { ...forgery, hash: hashOf(newest.hash, forgery), person: null, details: null }
    const longer = lines.toSpliced(end - 1, 0, JSON.stringify(appended))
    assert.include(await after(longer), 'confirms the end')
    const forged = lines.map((line) => line.replace(/"signature":"..../, '"signature":"AAAA'))
    assert.include(await after(forged), 'signature of the head')

    // Red when the claimed start of a file is trusted: earlier entries could be removed.
    const header = JSON.parse(lines[0]!) as Record<string, unknown> & { keys: object[] }
    const claims = (more: object) => lines.with(0, JSON.stringify({ ...header, ...more }))
    const { seq, hash } = JSON.parse(lines[at]!) as AuditEntry
    const behead = claims({ from: { seq, hash } })
    const cut = await after(behead.filter((line) => !/"type":"entry".*"seq":[123],/.test(line)))
    assert.include(cut, 'begins at entry 4 without a signed checkpoint')
    // Red when the claimed tenant is not compared.
    assert.include(await after(claims({ chain: crypto.randomUUID() })), 'belongs to another audit')

    const refuses = async (changed: string[], why: string) => {
      await writeFile(file, `${changed.join('\n')}\n`)
      const { code, stderr } = await verify('--key', key)
      assert.equal(code, 6, stderr)
      assert.include(stderr, why)
    }
    await refuses(lines.slice(1), 'its first line')
    await refuses(claims({ keys: [] }), 'does not name the signing key')
    // Red when the last key of a name is used: one key is shown, but another one has signed.
    const twice = [...header.keys, { ...header.keys[0], publicKey: 'A'.repeat(43) }]
    await refuses(claims({ keys: twice }), 'the same name')
    await refuses(lines.with(1, 'null'), 'Line 2')
    await writeFile(file, `\ufeff${lines.join('\n')}\n`)
    assert.equal((await verify('--key', key)).code, 0)
    const absent = await shell.run(['audit', 'verify', 'absent.jsonl'])
    assert.equal(absent.code, 5)
    assert.include(absent.stderr, 'There is no file "absent.jsonl".')

    await shell.run([...args, '--force', '--since', '1h'])
    const narrowed = await verify()
    assert.equal(narrowed.code, 6)
    assert.include(narrowed.stderr, 'with filters')
  })
  // Red when an export has no checkpoint of the entries removed by retention.
  test('an export after retention is complete', async ({ assert }) => {
    await app.inside(() => inTenant(acme.id, () => pruneAudit('9999-01-01T00:00:00.000Z', 2)))
    await shell.run(['audit', 'export', '--format', 'jsonl', '--output', 'audit.jsonl'])
    const { code, stdout, stderr } = await shell.run(['audit', 'verify', 'audit.jsonl'])
    assert.equal(code, 0, stderr)
    assert.include(stdout, 'Valid signatures: 2')
    assert.include(stdout, acme.id)
    const file = shell.path('audit.jsonl')
    const lines = (await readFile(file, 'utf8')).split('\n')
    const left = lines.filter((line) => !line.includes('"kind":"checkpoint"'))
    await writeFile(file, left.join('\n'))
    const without = await shell.run(['audit', 'verify', 'audit.jsonl'])
    assert.include(without.stderr, 'begins at entry 3 without')
  })
})
