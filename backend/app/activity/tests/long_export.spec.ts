import { test } from '@japa/runner'
import { bootApp, migratedDatabase, until } from '@crossdock/backend/testing'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import { DriverTrace } from '@crossdock/kernel/testing'
import { orderedId, time } from '../../../bench/fill_tenant.js'
import { copyRows } from '../../../bench/row_copies.js'
import { installed } from '../../../plugins.js'
import { maxExported } from '../csv_pages.js'

const many = maxExported + 100
const path = '/api/activity/export'

test.group('the file of a long feed', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    const database = await migratedDatabase(installed)
    const before = await bootApp({ database })
    acme = await before.tenant('acme')
    const body = { name: 'Copied', type: 'folder' }
    const { id } = await before.ok<{ id: string }>('POST', '/api/assets', { as: acme.admin, body })
    await until('the folder', async () => {
      const rows = await before.ok<{ entityId: string }[]>('GET', '/api/activity', {
        as: acme.admin,
      })
      return rows.some(({ entityId }) => entityId === id)
    })
    // SQLite has only one writer.
    await before.stop()
    await copyRows(database, {
      table: 'activity_logs',
      of: { entity_id: id },
      count: many,
      differ: {
        id: orderedId(6, many),
        created_at: time(many),
        // More than the buffers of a connection hold.
        action: {
          sqlite: `printf('%06d ', i) || hex(zeroblob(100))`,
          postgres: `lpad(i::text, 6, '0') || ' ' || repeat('0', 200)`,
        },
      },
    })
    app = await bootApp({ database, settings: { ROLE: 'web', LOG_LEVEL: 'silent' } })
    return async () => {
      await app.stop()
      await database.remove()
    }
  })

  const open = async (query = '', signal?: AbortSignal) => {
    const url = new URL(path + query, app.url)
    const { body } = await fetch(url, { ...acme.editor, signal: signal ?? null })
    return body!.pipeThrough(new TextDecoderStream()).getReader()
  }
  const rest = async (reader: ReadableStreamDefaultReader<string>) => {
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text
      text += value
    }
  }

  // Red when the limit, or the line about it, is missing.
  test('ends at its limit with a line without a time', async ({ assert }) => {
    const lines = (await rest(await open('?eventType=folder_create'))).trimEnd().split('\r\n')
    assert.lengthOf(lines, 1 + maxExported + 1)
    const ids = new Set(lines.slice(1, -1).map((line) => line.split(',').at(-1)))
    assert.lengthOf(ids, maxExported)
    assert.match(
      lines.at(-1)!,
      /^,,"This export ends here, after 50000 entries, and there are more\./
    )
  })

  // Red when the export reads to the end without a client.
  test('stops reading when the client has left', async ({ assert }) => {
    const trace = new DriverTrace()
    const asked = () => trace.asked.filter(({ text }) => /from\W+activity_logs/.test(text)).length
    try {
      const leaving = new AbortController()
      const reader = await open('', leaving.signal)
      await reader.read()
      leaving.abort()
      await reader.read().catch(() => undefined)
      let seen = -1
      await until('nothing more to be read', async () => {
        const before = seen
        seen = asked()
        await app.ok('GET', '/api/health', { as: acme.editor })
        return seen === before
      })
      assert.isAbove(seen, 0)
      assert.isBelow(seen, maxExported / 500)
    } finally {
      trace.stop()
    }
  })

  // Red when assertAllowed() is not called between the parts.
  test('sends nothing more after the caller is signed out', async ({ assert }) => {
    const reader = await open()
    await reader.read()
    await app.ok('POST', '/api/auth/logout', { as: acme.editor })
    await assert.rejects(() => rest(reader), /terminated/)
  })
})
