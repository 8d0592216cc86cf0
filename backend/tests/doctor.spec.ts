import { execFile } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { freePort, migratedDatabase, programOf, ServerProcess } from '@crossdock/backend/testing'
import { call, testDatabase, type FreshDatabase } from '@crossdock/kernel/testing'
import { installed } from '../plugins.js'

const require = createRequire(import.meta.url)

interface Finding {
  check: string
  status: 'ok' | 'warning' | 'wrong'
  says: string
  todo?: string
}

const isPostgres = testDatabase === 'pg'
const password = 'smtp-s3cret'

test.group('node ace doctor', (group) => {
  let database: FreshDatabase
  let port: number
  let mailServer: SMTPServer
  let smtpUrl: string
  let mails = 0

  group.setup(async () => {
    database = await migratedDatabase(installed)
    port = await freePort()
    mailServer = new SMTPServer({
      authMethods: ['PLAIN'],
      disabledCommands: ['STARTTLS'],
      onAuth: (auth, _session, done) =>
        auth.password === password
          ? done(null, { user: 'crossdock' })
          : done(new Error(`No: ${auth.password}`)),
      onData(stream, _session, done) {
        mails++
        stream.on('end', done).resume()
      },
    })
    await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
    const { port: mailPort } = mailServer.server.address() as AddressInfo
    smtpUrl = `smtp://crossdock:${password}@127.0.0.1:${mailPort}`
    return async () => {
      await new Promise<void>((resolve) => mailServer.close(resolve))
      await database.remove()
    }
  })

  /** Runs the command like an operator. */
  function doctor(args: string[], more: Record<string, string> = {}) {
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: database.dataDir,
      ...(database.databaseUrl && { DATABASE_URL: database.databaseUrl }),
      SMTP_URL: smtpUrl,
      ...more,
    }
    return new Promise<{ code: number; said: string; findings: Finding[] }>((resolve) => {
      const program = [...programOf('console'), 'doctor', ...args]
      execFile(process.execPath, program, { env }, (error, out, err) => {
        const { findings = [] } = args.includes('--json') && out ? JSON.parse(out) : {}
        resolve({ code: error ? Number(error.code) : 0, said: out + err, findings })
      })
    })
  }

  async function change(database: FreshDatabase, ...statements: string[]): Promise<void> {
    if (!database.databaseUrl) {
      const Database = require('better-sqlite3')
      const file = new Database(join(database.dataDir, 'crossdock.sqlite3'))
      for (const statement of statements) file.exec(statement)
      return void file.close()
    }
    const client = new pg.Client({ connectionString: database.databaseUrl })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  test('finds nothing wrong with a healthy server, and changes nothing', async ({ assert }) => {
    const server = new ServerProcess(database, port, { SMTP_URL: smtpUrl })
    await server.start()
    const { code, findings, said } = await doctor(['--json', '--mail=dispatch@quay.example'])
    assert.equal(code, 0, said)
    const found = (check: string) => findings.filter((one) => one.check === check)
    for (const check of [
      'node',
      'settings',
      'key',
      'plugins',
      'migrations',
      'storage',
      'mail',
      'server',
    ]) {
      assert.deepEqual(
        found(check).map(({ status }) => status),
        ['ok'],
        JSON.stringify(found(check))
      )
    }
    assert.match(found('database')[0]!.says, isPostgres ? /^PostgreSQL \d/ : /^SQLite 3/)
    assert.match(found('migrations')[0]!.says, /^All \d+ migrations have run\.$/)
    assert.match(found('server')[0]!.says, /all components are healthy/)
    assert.equal(mails, 1)
    assert.notInclude(said, password)
    assert.equal((await call(server.url, 'GET', '/api/health/ready')).status, 200)
    assert.equal(await server.stop(), 0)
  })

  // Red without `newer` in check_migrations.ts.
  test('reports problems with fixes, and exits with 1', async ({ assert }) => {
    const at = `'2026-11-01T00:00:00.000Z'`
    await change(
      database,
      `insert into adonis_schema (name, batch) values ('backend/kernel/jobs/migrations/999_of_tomorrow', 9)`,
      `insert into adonis_schema (name, batch) values ('gone-plugin/1_tables', 9)`,
      `delete from adonis_schema where name like '%/idempotency/migrations/%'`,
      `insert into jobs (id, tenant_id, lane, name, payload, state, priority, run_at, actor, created_at, failed_at)
       values ('01900000-0000-7000-8000-000000000001', null, '', 'gone.work', '{}', 'failed', 5, ${at}, '{}', ${at}, ${at})`,
      ...(isPostgres ? ['alter table assets no force row level security'] : [])
    )
    await chmod(join(database.dataDir, 'app.key'), 0o644)
    const { code, findings, said } = await doctor(['--json'], {
      SMTP_URL: smtpUrl.replace(password, `wrong-${password}`),
      REDIS_URL: 'redis://127.0.0.1:1',
      ROLE: isPostgres ? 'all' : 'worker',
      LOG_LEVELS: 'info',
      APP_URL: 'http://files.quay.example',
      METRICS_PORT: String(port),
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    })
    assert.equal(code, 1)
    const expected: [check: string, status: string, says: RegExp][] = [
      ['settings', 'warning', /is not https/],
      ['settings', 'warning', /no variable LOG_LEVELS/],
      ['settings', 'warning', /"grpc"/],
      ['settings', 'wrong', /METRICS_PORT and PORT are both/],
      ['key', 'wrong', /Other accounts of this machine can read .*app\.key/],
      [
        'migrations',
        'wrong',
        /newer than this version: backend\/kernel\/jobs\/migrations\/999_of_tomorrow/,
      ],
      ['migrations', 'warning', /gone-plugin\/1_tables/],
      ['migrations', 'warning', /have not run \(.*idempotency/],
      ['work', 'warning', /^1 jobs failed permanently/],
      ['mail', 'wrong', /cannot be used/],
      ['redis', 'warning', /ECONNREFUSED/],
      ['server', 'ok', /No server runs/],
      isPostgres
        ? ['database', 'wrong', /not forced on assets/]
        : ['settings', 'wrong', /ROLE is "worker" without DATABASE_URL/],
    ]
    for (const [check, status, says] of expected) {
      const found = findings.find((one) => one.check === check && says.test(one.says))
      assert.equal(found?.status, status, `${check} ${says}\n${said}`)
      if (status !== 'ok') assert.isString(found?.todo)
    }
    assert.notInclude(said, password)
  })

  // Red without checkKnownKey, assertContentThere, takenPorts and halfRestored: each of these problems refuses a
  // start.
  test('reports what keeps a server from starting', async ({ assert, cleanup }) => {
    const own = await migratedDatabase(installed)
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    cleanup(async () => {
      taken.close()
      await own.remove()
    })
    const { port: takenPort } = taken.address() as AddressInfo
    const at = `'2026-11-01T00:00:00.000Z'`
    const id = '01900000-0000-7000-8000-000000000001'
    await change(
      own,
      `insert into encryption_keys (id, first_used_at) values ('0badcafe', ${at})`,
      // Allows the following chunk, whose tenant and pack do not exist.
      isPostgres ? 'set session_replication_role = replica' : 'pragma foreign_keys = off',
      `insert into content_chunks (tenant_id, hash, size, pack_id, pack_offset, created_at)
       values ('${id}', '${'a'.repeat(64)}', 1, '${id}', 0, ${at})`
    )
    const env = {
      DATA_DIR: own.dataDir,
      ...(own.databaseUrl && { DATABASE_URL: own.databaseUrl }),
      APP_KEY: 'k'.repeat(40),
      METRICS_PORT: String(takenPort),
      STORAGE_URL: pathToFileURL(join(own.dataDir, 'not-mounted')).href,
    }
    const { code, findings, said } = await doctor(['--json'], env)
    assert.equal(code, 1)
    for (const [check, says] of [
      ['key', /The key of this installation is missing: .* 0badcafe/],
      ['storage', /not-mounted has no files/],
      ['server', new RegExp(`port ${takenPort} .*METRICS_PORT`)],
    ] as const) {
      const found = findings.find((one) => one.check === check && says.test(one.says))
      assert.equal(found?.status, 'wrong', `${check} ${says}\n${said}`)
    }
    if (own.databaseUrl) await change(own, 'create table restore_under_way (began_at timestamptz)')
    else await writeFile(join(own.dataDir, 'restore-under-way'), '')
    const half = await doctor(['--json'], env)
    const database = half.findings.find(({ check }) => check === 'database')
    assert.equal(database?.status, 'wrong', half.said)
    assert.match(database!.says, /A restore is running here or was interrupted/)
  })

  // Red when any missing folder counts as one that the first start creates, and when anything at the path
  // counts as a key.
  test('reports a folder that cannot be created, and an invalid key', async ({ assert }) => {
    const { code, findings, said } = await doctor(['--json'], { DATA_DIR: '/proc/nope/x' })
    assert.equal(code, 1, said)
    const disk = findings.find(({ check }) => check === 'disk')
    assert.equal(disk?.status, 'wrong')
    assert.include(disk!.says, 'no folder can be created at /proc/nope')
    const folder = join(database.dataDir, 'keyless')
    await mkdir(join(folder, 'app.key'), { recursive: true })
    const keyless = await doctor(['--json'], { DATA_DIR: folder })
    const key = keyless.findings.find(({ check }) => check === 'key')
    assert.equal(key?.status, 'wrong')
    assert.match(key!.says, /app\.key is a folder/)
  }).skip(process.platform !== 'linux', 'there is no /proc')

  // Red without the catch in `examine`.
  test('reports an unreachable or invalid database, and unreadable settings', async ({
    assert,
  }) => {
    const other = join(database.dataDir, 'other')
    await mkdir(other)
    await writeFile(join(other, 'crossdock.sqlite3'), 'no database at all'.repeat(100))
    const away: Record<string, string> = isPostgres
      ? { DATABASE_URL: 'postgres://crossdock:db-s3cret@127.0.0.1:1/crossdock' }
      : { DATA_DIR: other }
    const { code, said } = await doctor([], away)
    assert.equal(code, 1)
    assert.match(said, /^wrong +database +.*(ECONNREFUSED|not a database).* → /m)
    assert.match(said, /^ok +mail /m)
    assert.match(said, /\d+ wrong, (1 warning|\d+ warnings), \d+ ok\n$/)
    assert.notMatch(said, /db-s3cret|^\s+at /m)
    const unread = await doctor(['--json'], { PORT: 'harbour', ROLE: 'boss' })
    assert.equal(unread.code, 1)
    assert.lengthOf(
      unread.findings.filter(({ status }) => status === 'wrong'),
      2
    )
    assert.equal((await doctor(['--mial=x'])).code, 2)
    assert.equal((await doctor(['--mail=invalid'])).code, 2)
  })
})
