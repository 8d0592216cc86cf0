// onOneDatabase: needs no database
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { answerOf, answerShape, anything } from '@crossdock/kernel/shapes'
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
  test('holds the fields of the shape, missing ones as null', ({ assert }) => {
    assert.deepEqual(answerOf(shape, row), { id: '1', note: null, config: { host: 'a' } })
    const more = { note: 'said otherwise', size: 2, token: 'no part of the shape' }
    assert.deepEqual(answerOf(shape, row, more), {
      id: '1',
      note: 'said otherwise',
      size: 2,
      config: { host: 'a' },
    })
  })

  // Red when a secret that a transformer does not mask leaves the server sealed.
  test('never holds a sealed secret, however deep', ({ assert }) => {
    const $sealed = new Secrets('a key of thirty-two characters..').seal('s3cret', 'things:1')
    const config = { keys: [{ token: { $sealed }, name: 'a' }] }
    const shown = answerOf(shape, { ...row, config })
    assert.deepEqual(shown.config, { keys: [{ token: MASK, name: 'a' }] })
  })

  // Red when any object that claims to be sealed is masked: a person's own JSON would change on save.
  test('keeps JSON in which a person uses the word sealed', ({ assert }) => {
    const config = { type: { $sealed: 'mine' }, all: [{ $sealed: 's1.x' }] }
    assert.deepEqual(answerOf(shape, { ...row, config }).config, config)
  })

  test('does not compile when the row lacks what the shape names', ({ assert }) => {
    const { config, ...bare } = row
    assert.deepEqual(answerOf(shape, bare, { config }).config, config)
    // @ts-expect-error config is missing
    assert.notProperty(answerOf(shape, bare), 'config')
    // @ts-expect-error the type of config does not fit
    assert.equal(answerOf(shape, { ...row, id: 1 }).id, 1)
    // @ts-expect-error the shape has no such property
    assert.notProperty(answerOf(shape, row, { token: 'x' }), 'token')
  })
})
