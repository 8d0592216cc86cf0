// onBothDatabases: asks which database it runs on
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { sessionAt, testDatabase } from '@crossdock/kernel/testing'
import { nextRows } from '../imports/run_slice.js'
import { forgetImports } from '../job_refs.js'
import { UserImport } from '../models/user_import.js'
import { ImportLab, type Import } from './import_lab.js'

test.group('Files of people', (group) => {
  let app: TestApp
  let acme: TestTenant
  let lab: ImportLab

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    lab = new ImportLab(app, acme)
    const body = { name: 'Clerk', permissions: ['users.read', 'users.write'] }
    await app.ok('POST', '/api/roles', { as: acme.admin, body })
    return () => app.stop()
  })

  test('a file that is no list of people is refused with a reason', async ({ assert }) => {
    for (const [csv, sentence] of [
      ['', /no line with column names/],
      ['email,captain\na@b.example,x', /Unknown column "captain"/],
      ['email,E-Mail\na@b.example,x', /appears twice in the first line/],
      ['email,__proto__\na@b.example,x', /Unknown column "__proto__"/],
      ['firstName\nAda', /including "email"/],
    ] as const) {
      const { status, body } = await lab.send(csv)
      assert.equal(status, 422, csv)
      assert.match(body.message, sentence)
    }
    const json = await app.call<Import>('POST', '/api/users/import?dryRun=true', {
      as: acme.admin,
      body: { csv: 'email\nx@y.example' },
    })
    assert.equal((await lab.done(json.body.id)).invites, 1)
    assert.equal((await lab.send('email\nx@y.example', '?dryRun=true', acme.editor)).status, 403)
  })

  test('files as spreadsheets write them', async ({ assert }) => {
    const row = (name: string) => `email;firstName\r\nsheet@acme.example;${name}\r\n`
    const utf16 = Buffer.from(`\uFEFF${row('Jörg')}`, 'utf16le')
    const latin = Buffer.from(row('J\u00f6rg'), 'latin1')
    const files = [`\uFEFF${row('Jörg')}`, utf16, latin, row("'=Jörg").replace("'=", '')]
    // Red when the line `sep=|` is read as the header, or ignored.
    files[0] = `\uFEFFsep=|\r\n${row('Jörg').replaceAll(';', '|')}`
    for (const [at, file] of files.entries()) {
      const { id } = await lab.follow(file)
      const [first] = await lab.rowsOf(id)
      const line = at === 0 ? 3 : 2
      assert.containsSubset(first, { outcome: 'invite', firstName: 'Jörg', line })
    }
    const { id } = await lab.follow('email,firstName\nnul@acme.example,a\0b')
    assert.match((await lab.rowsOf(id))[0]!.message!, /NUL/)
  })

  // Red when the cells of an export are not escaped, or when an import keeps the apostrophe.
  test('an export can be imported again, and contains no formula', async ({ assert }) => {
    const name = '=1+1'
    await lab.send(`email,firstName\nformula@acme.example,${name}`, '')
    await until('the person', () => lab.called('formula@'))
    const { status, headers, body } = await app.call<string>('GET', '/api/users/export', {
      as: acme.admin,
    })
    assert.equal(status, 200)
    assert.equal(headers.get('x-complete'), 'true')
    assert.match(headers.get('content-disposition')!, /users\.csv/)
    assert.include(String(body), `formula@acme.example,'=1+1,`)
    const again = await lab.follow(String(body))
    assert.containsSubset(again, { invites: 0, changes: 0, errors: 0 })
    const few = await app.call<string>('GET', '/api/users/export?search=formula', {
      as: acme.admin,
    })
    assert.lengthOf(String(few.body).trim().split('\n'), 2)
  })

  // Red when lines have no limit of characters or cells, or a broken line affects others: an open quotation mark
  // reaches to the end of the file.
  test('lines after an unreadable line are read', async ({ assert }) => {
    const lines = [
      'email,firstName',
      'before@acme.example,Ada',
      `open@acme.example,"O'Neil`,
      'behind-1@acme.example,Ada',
      'x'.repeat(70_000),
      'behind-2@acme.example,Ada',
      ','.repeat(300),
      '',
      'behind-3@acme.example,"Quill, Ada"',
      'marks@acme.example,"a"b',
      'behind-4@acme.example,Ada',
      'marks@acme.example,a"b"',
      'behind-5@acme.example,Ada',
    ]
    for (const end of ['\n', '\r\n', '\r']) {
      const { id, total } = await lab.follow(lines.join(end))
      assert.equal(total, 11)
      const rows = await lab.rowsOf(id)
      assert.deepEqual(
        rows.map(({ line, outcome }) => [line, outcome]),
        [
          [2, 'invite'],
          [3, 'error'],
          [4, 'invite'],
          [5, 'error'],
          [6, 'invite'],
          [7, 'error'],
          [9, 'invite'],
          [10, 'error'],
          [11, 'invite'],
          [12, 'error'],
          [13, 'invite'],
        ]
      )
      const errors = rows.filter(({ outcome }) => outcome === 'error')
      const sentences = [
        /never closed/,
        /longer than 65536/,
        /more than 200 cells/,
        /in the wrong place/,
      ]
      for (const [at, sentence] of sentences.entries()) assert.match(errors[at]!.message!, sentence)
    }
  })

  // Red when fileOf or assertReadable do not count.
  test('a file has at most 16 MiB and 100,000 people', async ({ assert }) => {
    assert.equal((await lab.send(`email\n${'x'.repeat(16 * 1024 * 1024)}`)).status, 413)
    const { status, body } = await lab.send(`email\n${'x\n'.repeat(100_001)}`)
    assert.equal(status, 422)
    assert.match(body.message, /at most 100000 people/)
  })

  // Red when readImport keeps the rows of an earlier attempt.
  test('an interrupted file is read again from the start', async ({ assert }) => {
    const csv = 'email\ntwice@acme.example\nnobody\nonce@acme.example'
    const { id } = await lab.follow(csv)
    const { id: adminId } = (await lab.called('admin@'))!
    await lab.readAgain(id, csv, adminId)
    assert.containsSubset(await lab.done(id), { total: 3, invites: 2, errors: 1 })
    assert.lengthOf(await lab.rowsOf(id), 3)
  })

  // Red when rightsFor uses only the current permissions, without those at the start.
  test('a promotion after the upload gives the import no more permissions', async ({ assert }) => {
    const { id: userId, as } = await lab.person('promoted', 'clerk')
    const csv = 'email,role\nabove@acme.example,admin'
    const { id, errors } = await lab.follow(csv, '?dryRun=true', as)
    assert.equal(errors, 1)
    await lab.turn(userId, 'admin')
    await lab.readAgain(id, csv, userId)
    assert.containsSubset(await lab.done(id), { state: 'checked', invites: 0, errors: 1 })
    assert.match((await lab.rowsOf(id))[0]!.message!, /You cannot give more than you have/)
    // The next import uses them.
    assert.equal((await lab.follow(csv, '?dryRun=true', as)).invites, 1)
  })

  // Red when end() leaves the bytes of a file that fails during reading.
  test('the bytes of a file that cannot be read completely are deleted', async ({ assert }) => {
    const { id: userId, as } = await lab.person('demoted', 'clerk')
    const csv = 'email\nanybody@acme.example'
    const { id } = await lab.follow(csv, '?dryRun=true', as)
    await lab.turn(userId, 'viewer')
    await lab.readAgain(id, csv, userId)
    assert.equal((await lab.done(id)).state, 'failed')
    const left = await app.inside(() =>
      asOperator('a test looks', async () =>
        unscoped().from('user_import_pieces').where('import_id', id)
      )
    )
    assert.isEmpty(left)
  })

  // Red when a slice contains as many changes as rows.
  test('a transaction contains at most fifty changes', async ({ assert }) => {
    const people = Array.from({ length: 120 }, (_, at) => `changed-${at}@acme.example`)
    await lab.follow(`email\n${people.join('\n')}`, '')
    const { id, changes } = await lab.follow(`email,firstName\n${people.join(',Ada\n')},Ada`)
    assert.equal(changes, 120)
    const lengths: number[] = []
    await app.inside(() =>
      inTenant(acme.id, async () => {
        const file = await UserImport.findOrFail(id)
        for (;;) {
          const rows = await nextRows(file)
          lengths.push(rows.length)
          if (rows.length === 0) return
          file.reachedLine = rows.at(-1)!.line
        }
      })
    )
    assert.deepEqual(lengths, [50, 50, 20, 0])
  })

  // Red when runSlice does not lock the people it changes: it would use outdated permissions.
  test('a person promoted during an import is judged by the new role', async ({ assert }) => {
    const clerk = await lab.person('holding', 'clerk')
    const { email } = await lab.person('rising', 'clerk')
    const { id } = await lab.follow(`email,firstName\n${email},Mine`, '?dryRun=true', clerk.as)
    await sessionAt(app.database.databaseUrl!, async (client) => {
      await client.query(`begin; select set_config('app.tenant_id', '*', true)`)
      await client.query(`update users set role = 'admin' where email = $1`, [email])
      await app.ok('POST', `/api/users/imports/${id}/run`, { as: clerk.as })
      await until('the import to wait for them', async () => {
        const { rows } = await client.query(
          'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
        )
        return rows.length > 0
      })
      await client.query('commit')
    })
    assert.containsSubset(await lab.done(id), { state: 'done', changes: 0, errors: 1 })
    assert.isNull((await lab.called(email))!.firstName)
  }).skip(testDatabase !== 'pg', 'SQLite has one writer')

  // Red when the bytes stay after reading.
  test('the bytes of a file are deleted as soon as it is read', async ({ assert }) => {
    const left = () =>
      app.inside(() =>
        asOperator('a test looks', async () => unscoped().from('user_import_pieces'))
      )
    const before = (await left()).length
    const { total } = await lab.follow(`email\n${`${'x'.repeat(1_000)}\n`.repeat(600)}`)
    assert.equal(total, 600)
    assert.lengthOf(await left(), before)
  })

  // Red when all imports that are not running are deleted, or running ones.
  test('imports are deleted after a day, and no sooner', async ({ assert }) => {
    const late = await lab.follow('email')
    const reading = await lab.follow('email')
    const running = await lab.follow('email')
    const old = await lab.follow('email')
    const stored = <T>(work: () => Promise<T>) =>
      app.inside(() => asOperator('a test makes time pass', work))
    const alter = (file: Import, values: object) =>
      stored(async () => unscoped().from('user_imports').where('id', file.id).update(values))
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    await alter(late, { created_at: hoursAgo(23) })
    await alter(reading, { created_at: hoursAgo(25), state: 'reading' })
    await alter(running, { created_at: hoursAgo(25), state: 'running' })
    await alter(old, { created_at: hoursAgo(25) })
    await stored(() => enqueue(forgetImports, {}))
    await until('the old one to be gone', () =>
      stored(async () => {
        const found = await unscoped().from('user_imports').where('id', old.id)
        return found.length === 0
      })
    )
    const left = await stored(async () => unscoped().from('user_imports').select('id'))
    assert.includeMembers(
      left.map(({ id }: { id: string }) => id),
      [late.id, reading.id, running.id]
    )
  })

  /**
   * Red when PostgreSQL keeps old statistics: without autovacuum, lists right after an import would read and sort
   * all people.
   */
  test('PostgreSQL has new statistics right after a large import', async ({ assert }) => {
    const people = Array.from({ length: 1_001 }, (_, at) => `many-${at}@acme.example`)
    const { invites } = await lab.follow(`email\n${people.join('\n')}`, '')
    assert.equal(invites, 1_001)
    const { rows } = await asOperator('look at what is expected', () =>
      unscoped().rawQuery(`select reltuples from pg_class where oid = 'public.users'::regclass`)
    )
    assert.isAtLeast(rows[0].reltuples, 1_001)
  }).skip(testDatabase !== 'pg', 'SQLite plans by figures that are fixed')

  // Red when files need no slot, or a slot is not released.
  test('three files of an organization are received in parallel', async ({ assert }) => {
    const { admin } = await app.tenant('slowfiles')
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="slow.csv"\r\n\r\n'
    const slow = Array.from({ length: 3 }, () => {
      const sent = request(`${app.url}/api/users/import?dryRun=true`, {
        method: 'POST',
        headers: {
          ...admin.headers,
          'content-type': 'multipart/form-data; boundary=x',
          expect: '100-continue',
        },
      })
      const answered = once(sent, 'response')
      const received = once(sent, 'continue')
      sent.flushHeaders()
      return { sent, answered, received }
    })
    // Each attempt counts toward the hourly limit, so the server must have all three before the next one.
    for (const { sent, received } of slow) {
      await received
      sent.write(`${head}email\n`)
    }
    const refused = await until('the places to be taken', async () => {
      const reply = await lab.send('email\nquick@slowfiles.example', undefined, admin)
      return reply.status === 429 && reply
    })
    assert.equal(refused.headers.get('retry-after'), '60')
    const globex = await app.tenant('globexfiles')
    assert.equal((await lab.send('email\na@globex.example', undefined, globex.admin)).status, 201)
    for (const { sent } of slow) sent.end('slow@slowfiles.example\n\r\n--x--\r\n')
    for (const { answered } of slow) {
      const [answer] = (await answered) as [IncomingMessage]
      assert.equal(answer.statusCode, 201)
      answer.resume()
    }
    assert.equal((await lab.send('email\nquick@slowfiles.example', undefined, admin)).status, 201)
  })
})
