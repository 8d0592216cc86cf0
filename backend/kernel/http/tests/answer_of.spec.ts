// onOneDatabase: no database takes part
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { answerOf, answerShape, anything } from '@crossdock/kernel/http'
import { MASK, Secrets } from '@crossdock/kernel/secrets'

const shape = answerShape('Thing', {
  id: vine.string(),
  note: vine.string().nullable(),
  size: vine.number().optional(),
  config: vine.record(anything()),
})

interface Stored {
  id: string
  note?: string
  token: string
  config: Record<string, unknown>
}
const row: Stored = { id: '1', token: 's3cret', config: { host: 'a' } }

test.group('The answer of a row', () => {
  test('is what the shape names, and what is not there is null', ({ assert }) => {
    assert.deepEqual(answerOf(shape, row), { id: '1', note: null, config: { host: 'a' } })
    const more = { note: 'said otherwise', size: 2, token: 'no part of the shape' }
    assert.deepEqual(answerOf(shape, row, more), {
      ...{ id: '1', note: 'said otherwise', size: 2, config: { host: 'a' } },
    })
  })

  // Red when what a transformer forgets to mask leaves the server as it is sealed.
  test('never holds a sealed secret, however deep', ({ assert }) => {
    const $sealed = new Secrets('a key of thirty-two characters..').seal('s3cret', 'things:1')
    const config = { keys: [{ token: { $sealed }, name: 'a' }] }
    const shown = answerOf(shape, { ...row, config })
    assert.deepEqual(shown.config, { keys: [{ token: MASK, name: 'a' }] })
  })

  // Red when whatever says that it is sealed is masked: read and saved, somebody's JSON is another.
  test('holds what people themselves call sealed', ({ assert }) => {
    const config = { type: { $sealed: 'mine' }, all: [{ $sealed: 's1.x' }] }
    assert.deepEqual(answerOf(shape, { ...row, config }).config, config)
  })

  test('does not compile when the row lacks what the shape names', ({ assert }) => {
    const { config, ...bare } = row
    assert.deepEqual(answerOf(shape, bare, { config }).config, config)
    // @ts-expect-error nothing says what the config is
    assert.notProperty(answerOf(shape, bare), 'config')
    // @ts-expect-error nothing says it with a type that fits
    assert.equal(answerOf(shape, { ...row, id: 1 }).id, 1)
    // @ts-expect-error the shape has no such property
    assert.notProperty(answerOf(shape, row, { token: 'x' }), 'token')
  })
})
