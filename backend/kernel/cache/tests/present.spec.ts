// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { sessionAt, notifySeen, testDatabase, urlWith } from '@crossdock/kernel/testing'
import { tail } from '../../events/tail.js'
import { Present } from '../index.js'

/** A stored value, and its cached form. */
function names() {
  const stored = new Set<string>()
  let gate: Promise<void> | undefined
  const present = new Present<Set<string>>({
    async load() {
      const read = new Set(stored)
      await gate
      return read
    },
    outdated({ eventType, targetId }, known) {
      if (eventType === 'name_lost') known?.delete(targetId ?? '')
      return eventType.startsWith('name_')
    },
  })
  const tell = (eventType: string, targetId: string) =>
    notifySeen({ eventType, targetId, tenantId: null, targetType: 'name' })
  return { stored, present, tell, hold: (until: Promise<void> | undefined) => (gate = until) }
}

test.group('A value that is always available', (group) => {
  let app: TestApp

  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })
  group.each.setup(async () => {
    await until('the log to be heard', () => tail.use().current)
  })

  // Red when #load does not start again after an event during a load.
  test('it is read again when an event says so, also while it is being read', async ({
    assert,
  }) => {
    const { stored, present, tell, hold } = names()
    stored.add('one')
    assert.isUndefined(present.get())
    await present.settled()
    assert.deepEqual([...present.get()!], ['one'])
    const gate = Promise.withResolvers<void>()
    hold(gate.promise)
    stored.add('two')
    tell('name_added', 'two')
    stored.add('three')
    tell('name_added', 'three')
    hold(undefined)
    gate.resolve()
    await present.settled()
    assert.sameMembers([...present.get()!], ['one', 'two', 'three'])
  })

  // Red when the value stays until it was loaded again.
  test('an invalid part is removed immediately', async ({ assert }) => {
    const { stored, present, tell, hold } = names()
    stored.add('one').add('two')
    await present.settled()
    const gate = Promise.withResolvers<void>()
    hold(gate.promise)
    stored.delete('one')
    tell('name_lost', 'one')
    assert.deepEqual([...present.get()!], ['two'])
    gate.resolve()
    await present.settled()
    assert.deepEqual([...present.get()!], ['two'])
  })

  if (testDatabase !== 'pg') return

  // Red when get() ignores whether the tail is current, or uses a value from before the gap.
  test('there is no value while the process does not receive events', async ({
    assert,
    cleanup,
  }) => {
    const { stored, present } = names()
    stored.add('one')
    await present.settled()
    const url = app.database.databaseUrl!
    const name = new URL(url).pathname.slice(1)
    const asPostgres = (sql: string, values: string[] = []) =>
      sessionAt(urlWith(url, { database: 'postgres' }), (client) => client.query(sql, values))
    const allow = (allowed: boolean) =>
      asPostgres(`alter database ${name} with allow_connections ${allowed}`)
    cleanup(async () => void (await allow(true)))
    assert.deepEqual([...present.get()!], ['one'])
    await allow(false)
    await asPostgres(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and application_name = 'crossdock log'`,
      [name]
    )
    await until('the session to be lost', () => !tail.use().current)
    assert.isUndefined(present.get())
    stored.add('two')
    await allow(true)
    await until('the log to be heard again', () => tail.use().current)
    assert.isUndefined(present.get())
    await present.settled()
    assert.sameMembers([...present.get()!], ['one', 'two'])
  })
})
