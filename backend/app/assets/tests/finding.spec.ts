// onBothDatabases: asks which database it runs on
import { test } from '@japa/runner'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { sessionAt, testDatabase } from '@crossdock/kernel/testing'
import { until } from '@crossdock/backend/testing'
import { mostVisits } from '../queries/asset_filters.js'
import { assetsApp, Files } from './support.js'

const filter = (parts: Record<string, unknown>, rest = '') =>
  `?filter=${encodeURIComponent(JSON.stringify(parts))}${rest}`

test.group('Finding files', (group) => {
  const assets = assetsApp(group)

  const describe = (files: Files, id: string, metadata: object) =>
    files.call('PUT', `/${id}`, { body: { metadata } })

  // Red when `words` leaves out tags or metadata, or is not updated with either.
  test('a search reads names, tags and metadata, each word anywhere', async ({ assert }) => {
    const { files } = await assets.tenant()
    const [a, b] = [await files.file('Invoice 4711.pdf'), await files.file('b.txt')]
    await files.call('PUT', `/${a.id}/tags`, { body: { tags: ['Größe XL', 'Paid'] } })
    await describe(files, a.id, { customer: 'Harbourline', lines: [{ pallet: 'EUR-7' }], n: 815.5 })
    await describe(files, b.id, { customer: 'Northgate' })
    for (const found of ['HARBOUR', 'größe', 'eur-7', '815.5', 'paid invoice', 'voice 4711 paid']) {
      assert.deepEqual(await files.names(`?search=${encodeURIComponent(found)}`), [a.name], found)
    }
    assert.deepEqual(await files.names('?search=harbourline northgate'), [])
    assert.deepEqual(await files.names('?search=customer'), [])
    await files.call('PUT', `/${a.id}/tags`, { body: { tags: [] } })
    assert.deepEqual(await files.names('?search=paid'), [])
    assert.deepEqual(await files.names('?search=harbourline'), [a.name])
    await describe(files, a.id, {})
    assert.deepEqual(await files.names('?search=harbourline'), [])
    assert.deepEqual(await files.names('?search=4711'), [a.name])
  })

  // Red when a short word is joined with the word next to it, matches inside words, or is not searched at all.
  test('short words match the start of a word, in any order', async ({ assert }) => {
    const { files } = await assets.tenant()
    const named = ['Report 2025 Q3 kiwi.txt', 'Report 2025 Q4.txt', 'kiwi-12 report.txt']
    for (const name of named) await files.file(name)
    const cases: [string, number[]][] = [
      ['Report Q3', [0]],
      ['q3 report', [0]],
      ['kiwi q3', [0]],
      ['kiwi 12', [2]],
      ['report q', [0, 1]],
      ['kiwi 2', [0]],
      ['report 5', []],
      ['q3 ki', [0]],
      ['ki q3', []],
      ['2025 Q3 kiwi report 2025 q3 kiwi', [0]],
    ]
    for (const [typed, found] of cases) {
      const names = found.map((at) => named[at])
      assert.sameMembers(await files.names(`?search=${encodeURIComponent(typed)}`), names, typed)
    }
  })

  // Red when JavaScript and PostgreSQL lowercase a name differently, and when a final sigma is another
  // letter.
  test('every name is found by its full text, and a Greek name by any part', async ({ assert }) => {
    const { files } = await assets.tenant()
    const named = [
      'ΛΟΓΑΡΙΑΣΜΟΣ',
      'ΑΣ1.pdf',
      'ΔΟΣ.132.txt',
      'İSTANBUL.pdf',
      'τιμολόγιος',
      'Ɤabc.txt',
    ]
    for (const name of named) await files.file(name)
    const cases = named.map((name): [string, string] => [name, name])
    cases.push(['λογαριασ', named[0]!], ['λογαριασμος', named[0]!], ['ΓΑΡΙΑΣ', named[0]!])
    cases.push(['σμοσ', named[0]!], ['ΤΙΜΟΛΌΓΙΟΣ', named[4]!], ['ΙΟΣ', named[4]!])
    for (const [typed, name] of cases) {
      const found = await files.names(`?search=${encodeURIComponent(typed)}`)
      assert.include(found, name, typed)
    }
  })

  // Red when filters or searches compare tags or metadata without normalizing them.
  test('composed and decomposed letters find the same files', async ({ assert }) => {
    const { files } = await assets.tenant()
    const [one, two] = ['Müller', 'Müller'].map((text, at) => text.normalize(at ? 'NFD' : 'NFC'))
    const { id } = await files.file('Ångström.txt')
    await describe(files, id, { customer: two, note: `for ${two} & Straße` })
    const { status } = await files.call('PUT', `/${id}/tags`, { body: { tags: ['Straße', two] } })
    assert.equal(status, 200)
    for (const customer of [one, two]) {
      const filter = encodeURIComponent(JSON.stringify({ 'metadata.customer': customer }))
      assert.deepEqual(await files.names(`?filter=${filter}`), ['Ångström.txt'])
    }
    for (const tag of ['STRASSE', 'strasse', one, two!.toUpperCase()]) {
      const filter = encodeURIComponent(JSON.stringify({ tag: [tag] }))
      assert.deepEqual(await files.names(`?filter=${filter}`), ['Ångström.txt'], tag)
    }
    for (const typed of [one, two, 'STRASSE', 'ångström'.normalize('NFD')]) {
      const found = await files.names(`?search=${encodeURIComponent(typed!)}`)
      assert.deepEqual(found, ['Ångström.txt'], typed)
    }
  })

  test('metadata filters work for texts, numbers, booleans and dates', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Folder')
    const made = {
      a: await files.file('a.txt'),
      b: await files.file('b.txt', folder.id),
      c: await files.file('c.txt'),
    }
    await describe(files, made.a.id, {
      customer: 'Acme',
      amount: 100,
      paid: true,
      due: '2026-03-01',
      'a.b': 'x',
    })
    await describe(files, made.b.id, {
      customer: 'Acme',
      amount: -2.5,
      paid: false,
      due: '2026-03-01T12:00:00+02:00',
    })
    await describe(files, made.c.id, { customer: 'acme', amount: '100', due: '2026-02-30' })
    const cases: [Record<string, unknown>, string[]][] = [
      [{ 'metadata.customer': 'Acme' }, ['a', 'b']],
      [{ 'metadata.customer': 'Acm' }, []],
      [{ 'metadata.amount': 100 }, ['a']],
      [{ 'metadata.amount': '100' }, ['a', 'c']],
      [{ 'metadata.amount': { gte: -2.5, lt: 100 } }, ['b']],
      [{ 'metadata.amount': { gt: '-2.5' } }, ['a']],
      [{ 'metadata.paid': true }, ['a']],
      [{ 'metadata.paid': false }, ['b']],
      [{ 'metadata.due': { gte: '2026-03-01', lte: '2026-03-01' } }, ['a']],
      [{ 'metadata.due': { gt: '2026-03-01T09:59:00Z', lt: '2026-03-02' } }, ['b']],
      [{ 'metadata.due': '2026-02-30' }, ['c']],
      [{ 'metadata.a.b': 'x' }, ['a']],
      [{ 'metadata.customer': 'Acme', 'metadata.paid': true }, ['a']],
      [{ 'metadata.customer': 'Acme', parent: folder.id }, ['b']],
      [{ 'metadata.nothing': 'x' }, []],
      [{ "metadata.'; drop table assets; --": 'x' }, []],
    ]
    for (const [asked, found] of cases) {
      const names = await files.names(filter(asked))
      assert.deepEqual(
        names,
        found.map((name) => `${name}.txt`),
        JSON.stringify(asked)
      )
    }
    assert.deepEqual(await files.names('?metadata.customer=Acme'), ['a.txt', 'b.txt'])
    assert.deepEqual(await files.names('?metadata.amount[gte]=1&metadata.amount[lte]=1e3'), [
      'a.txt',
    ])
    const wrong: unknown[] = [
      { metadata: 'x' },
      { 'metadata.': 'x' },
      { 'metadata.a': null },
      { 'metadata.a': [] },
      { 'metadata.a': ['x'] },
      { 'metadata.a': {} },
      { 'metadata.a': { near: 1 } },
      { 'metadata.a': { gte: true } },
      { 'metadata.a': { gte: 'soon' } },
      { 'metadata.a': { gte: 1, lt: '2026-01-01' } },
      { 'metadata.a': { gte: { gte: 1 } } },
      { 'tag.a': 'x' },
      { 'name.a': 'x' },
    ]
    for (const asked of wrong) {
      const reply = await files.call('GET', filter(asked as Record<string, unknown>))
      assert.equal(reply.status, 400, JSON.stringify(asked))
    }
    await describe(files, made.a.id, { customer: 'Other' })
    assert.deepEqual(await files.names('?metadata.customer=Acme'), ['b.txt'])
    await files.call('DELETE', `/${folder.id}`)
    assert.deepEqual(await files.names('?metadata.customer=Acme'), [])
  })

  test('metadata are copied, and may hold values without a filter', async ({ assert }) => {
    const { files } = await assets.tenant()
    const file = await files.file('a.txt')
    const metadata = {
      ...Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`key ${at}`, at])),
      list: [1, 2],
      long: 'x'.repeat(3_000),
      ['k'.repeat(200)]: 'long key',
    }
    assert.equal((await describe(files, file.id, metadata)).status, 200)
    const copy = await files.call('POST', `/${file.id}/copy`, {
      body: { parentId: null, name: 'b.txt' },
    })
    assert.deepEqual(copy.body.metadata, metadata)
    assert.deepEqual(await files.names('?metadata.key 7=7'), ['a.txt', 'b.txt'])
    assert.deepEqual(await files.names('?metadata.key 149=149'), [])
  })

  // Red when stars are read without their person.
  test('a star belongs to one person', async ({ assert }) => {
    const tenant = await assets.app.tenant(`stars${Date.now()}`)
    const person = new Files(assets.app, tenant.admin)
    const visitor = new Files(assets.app, {
      headers: { ...(await assets.app.superAdmin()).headers, 'x-tenant': tenant.id },
    })
    const folder = await person.folder('Folder')
    const file = await person.file('a.txt', folder.id)
    assert.isFalse(file.starred)
    for (let time = 0; time < 2; time++) {
      const starred = await person.call('PUT', `/${file.id}/star`)
      assert.equal(starred.status, 200)
      assert.isTrue(starred.body.starred)
    }
    assert.isTrue((await person.call('GET', `/${file.id}`)).body.starred)
    assert.isFalse((await visitor.call('GET', `/${file.id}`)).body.starred)
    await visitor.call('PUT', `/${folder.id}/star`)
    assert.deepEqual(await person.names('?starred=true'), ['a.txt'])
    assert.deepEqual(await visitor.names('?starred=true'), ['Folder'])
    assert.deepEqual(await person.names('?starred=false'), ['Folder'])
    assert.isFalse((await person.call('DELETE', `/${file.id}/star`)).body.starred)
    assert.equal((await person.call('DELETE', `/${file.id}/star`)).status, 200)
    assert.deepEqual(await person.names('?starred=true'), [])
    assert.equal(
      (await person.call('PUT', '/01999999-9999-7999-8999-999999999999/star')).status,
      404
    )
  })

  // Red when visits are read without their person.
  test('recent lists the files that a person opened or changed, latest first', async ({
    assert,
  }) => {
    const tenant = await assets.app.tenant(`recent${Date.now()}`)
    const person = new Files(assets.app, tenant.admin)
    const other = new Files(assets.app, {
      headers: { ...(await assets.app.superAdmin()).headers, 'x-tenant': tenant.id },
    })
    const byVisit = `?recent=true&sort=${encodeURIComponent('["visitedAt","DESC"]')}`
    await person.folder('Folder')
    const [a, b, c] = [
      await person.file('a.txt'),
      await person.file('b.txt'),
      await other.file('c.txt'),
    ]
    assert.deepEqual(await person.names(byVisit), ['b.txt', 'a.txt'])
    await person.call('GET', `/${c.id}/content`)
    assert.deepEqual(await person.names(byVisit), ['c.txt', 'b.txt', 'a.txt'])
    await person.call('PUT', `/${a.id}`, { body: { name: 'd.txt' } })
    assert.deepEqual(await person.names(byVisit), ['d.txt', 'c.txt', 'b.txt'])
    assert.deepEqual(await other.names(byVisit), ['c.txt'])
    assert.deepEqual(await person.names('?recent=true'), ['b.txt', 'c.txt', 'd.txt'])
    assert.deepEqual(await person.names('?recent=true&search=b.t'), ['b.txt'])
    await person.call('DELETE', `/${b.id}`)
    assert.deepEqual(await person.names(byVisit), ['d.txt', 'c.txt'])
    assert.deepEqual(await person.names(`${byVisit}&range=[1,1]`), ['c.txt'])
    const alone = `?sort=${encodeURIComponent('["visitedAt","DESC"]')}`
    assert.equal((await person.call('GET', alone)).status, 400)
    assert.equal((await person.call('GET', `${alone}&recent=false`)).status, 400)
  })

  // Red when the search replaces the results of another filter, whose order is then unknown; and when the search
  // ignores the results of that filter.
  test('a search with other filters finds what matches all of them', async ({ assert }) => {
    const { files } = await assets.tenant()
    const names = ['invoice a', 'invoice b', 'offer a', 'offer b', 'invoice c', 'waybill']
    for (const [at, name] of names.entries()) {
      const { id } = await files.file(`${name}.txt`)
      if (at % 2 === 0) await files.call('PUT', `/${id}/tags`, { body: { tags: ['Paid'] } })
      if (at % 3 === 0) await files.call('PUT', `/${id}/star`)
      if (at !== 1) await describe(files, id, { customer: 'Harbourline' })
    }
    const kinds = ['tag=Paid', 'starred=true', 'recent=true', 'metadata.customer=Harbourline']
    for (const kind of kinds) {
      const fitting = await files.names(`?${kind}`)
      assert.isNotEmpty(fitting, kind)
      for (const term of ['invoice', 'offer', 'harbour', 'absent']) {
        const sought = await files.names(`?search=${term}`)
        for (const order of [
          'name',
          'createdAt',
          ...(kind === 'recent=true' ? ['visitedAt'] : []),
        ]) {
          const sort = encodeURIComponent(JSON.stringify([order, 'ASC']))
          const both = await files.names(`?${kind}&search=${term}&sort=${sort}`)
          const wanted = fitting.filter((name) => sought.includes(name))
          assert.sameMembers(both, wanted, `${kind} ${term} by ${order}`)
        }
      }
    }
  })

  // Red (PostgreSQL) when starAsset does not wait for the deletion of the file: the foreign key fails with a 500.
  test('a star concurrent with the deletion of its file is a 404', async ({ assert }) => {
    const { files } = await assets.tenant()
    const file = await files.file('going.txt')
    const url = assets.app.database.databaseUrl!
    const reply = await sessionAt(url, (holder) =>
      sessionAt(url, async (watcher) => {
        await holder.query(`begin; select set_config('app.tenant_id', '*', true)`)
        for (const table of ['asset_versions', 'asset_visits']) {
          await holder.query(`delete from ${table} where asset_id = $1`, [file.id])
        }
        await holder.query('delete from assets where id = $1', [file.id])
        const starring = files.call('PUT', `/${file.id}/star`)
        await until('the star to wait', async () => {
          const { rows } = await watcher.query(
            `select from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`
          )
          return rows.length === 1
        })
        await holder.query('commit')
        return await starring
      })
    )
    assert.deepEqual([reply.status, reply.body.code], [404, 'E_NOT_FOUND'])
  }).skip(testDatabase !== 'pg', 'SQLite has one writer')

  // Red when the oldest visits are kept.
  test('at most a hundred visits of a person are kept', async ({ assert }) => {
    const { id, files } = await assets.tenant()
    for (const half of ['a', 'b']) {
      const form = new FormData()
      for (let at = 0; at < mostVisits / 2 + 10; at++) {
        form.append('file', new Blob(['x']), `${half}${at}.txt`)
      }
      assert.equal((await files.call('POST', '/batch', { body: form })).status, 200)
    }
    const row = await asOperator('a test looks', async () =>
      unscoped().from('asset_visits').where('tenant_id', id).count('* as total').firstOrFail()
    )
    assert.equal(Number(row.total), mostVisits)
    assert.lengthOf(await files.names('?recent=true&limit=1000'), mostVisits)
  })
})
