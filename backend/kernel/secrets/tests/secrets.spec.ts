// onOneDatabase: no database takes part
import { test } from '@japa/runner'
import { SecretError, Secrets } from '../index.js'

const OLD = 'an-old-application-key-of-enough-length'
const NEW = 'a-new-application-key-of-enough-length'

function failure(run: () => unknown): SecretError {
  try {
    run()
  } catch (error) {
    if (error instanceof SecretError) return error
    throw error
  }
  throw new Error('It opened')
}

test.group('Secrets', () => {
  test('a sealed value can be opened and does not reveal the secret', ({ assert }) => {
    const secrets = new Secrets(OLD)
    for (const plain of ['hunter2', '', 'pässword ✓', 'x'.repeat(100_000)]) {
      const sealed = secrets.seal(plain, 'systems:1')
      assert.equal(secrets.open(sealed, 'systems:1'), plain)
      if (plain) assert.notInclude(sealed, plain)
    }
  })

  // Red when the initialization vector is fixed.
  test('sealing the same value twice results in different texts', ({ assert }) => {
    const secrets = new Secrets(OLD)
    assert.notEqual(secrets.seal('same', 'a'), secrets.seal('same', 'a'))
  })

  test('keys rotate: old values open and need rotation, and new ones use the new key', ({
    assert,
  }) => {
    const sealed = new Secrets(OLD).seal('hunter2', 'systems:1')
    const rotated = new Secrets(NEW, ['unused-key-of-some-length', OLD])
    assert.equal(rotated.open(sealed, 'systems:1'), 'hunter2')
    assert.isTrue(rotated.needsRotation(sealed))

    const again = rotated.seal(rotated.open(sealed, 'systems:1'), 'systems:1')
    assert.isFalse(rotated.needsRotation(again))
    assert.equal(new Secrets(NEW).open(again, 'systems:1'), 'hunter2')
  })

  test('without the old key the error names the missing key', ({ assert }) => {
    const sealed = new Secrets(OLD).seal('hunter2', 'systems:1')
    const error = failure(() => new Secrets(NEW).open(sealed, 'systems:1'))
    assert.equal(error.code, 'E_SECRET_UNKNOWN_KEY')
    assert.include(error.message, sealed.split('.')[1]!)
    assert.include(error.message, 'APP_KEY_PREVIOUS')
  })

  // Red when the context is not part of the additional data.
  test('a changed, moved or foreign text does not open', ({ assert }) => {
    const secrets = new Secrets(OLD)
    const sealed = secrets.seal('hunter2', 'systems:1')
    const [format, key, payload] = sealed.split('.') as [string, string, string]
    const flipped = payload.startsWith('A') ? `B${payload.slice(1)}` : `A${payload.slice(1)}`
    for (const text of [
      `${format}.${key}.${flipped}`,
      `${format}.${key}.${payload.slice(0, -4)}`,
      `${format}.${key}.AAAA`,
      'hunter2',
      '',
    ]) {
      assert.equal(failure(() => secrets.open(text, 'systems:1')).code, 'E_SECRET_DAMAGED')
    }
    assert.equal(failure(() => secrets.open(sealed, 'systems:2')).code, 'E_SECRET_DAMAGED')
  })

  // Red when the length of the key is not checked.
  test('a short key is refused', ({ assert }) => {
    assert.equal(failure(() => new Secrets('short')).code, 'E_SECRET_KEY')
    const withShort = () => new Secrets(NEW, ['short'])
    assert.include(failure(withShort).message, 'APP_KEY_PREVIOUS')
  })
})
