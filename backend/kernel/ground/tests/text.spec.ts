// onOneDatabase: no database takes part
import { readFileSync, globSync } from 'node:fs'
import { test } from '@japa/runner'
import { english, invalid, notFound, text } from '@crossdock/kernel/http'

test.group('Texts', () => {
  test('values take their places once', ({ assert }) => {
    const sentence = text('{from} is not {to}.', { from: '{to}', to: '{from} $& {toString}' })
    assert.equal(english(sentence), '{to} is not {from} $& {toString}.')
    // Red when what all objects have is taken for a value.
    const odd = { template: '{toString} {name}', params: { name: 'x' } }
    assert.equal(english(odd), '{toString} x')
  })

  test('an error is its sentence in English, and keeps the parts', ({ assert }) => {
    const problem = invalid('name', text('"{name}" is taken.', { name: 'a' }))
    assert.equal(problem.message, '"a" is taken.')
    assert.deepEqual(problem.text, { template: '"{name}" is taken.', params: { name: 'a' } })
    assert.deepEqual(problem.errors[0]!.text, problem.text)
    const long = notFound('There is no thing with the id "{id}".', 'x'.repeat(100))
    assert.equal(long.message, `There is no thing with the id "${'x'.repeat(64)}".`)
  })

  // Red (in the type check) when the compiler accepts one of them.
  test('the compiler refuses what cannot be translated', ({ assert }) => {
    const name = 'a'.repeat(1)
    // @ts-expect-error a template put together has no translation
    text(`"${name}" is taken.`)
    // @ts-expect-error so has one that is known only when it runs
    text(name)
    // @ts-expect-error a place without a value
    text('"{name}" is taken.')
    // @ts-expect-error a value under another name
    text('"{name}" is taken.', { nmae: name })
    // @ts-expect-error a list is no value: join it
    text('One of {names}.', { names: [name] })
    // @ts-expect-error a place for the id there must be
    assert.throws(() => english(notFound('There is no such thing.', name)))
    // @ts-expect-error a sentence is a Text
    assert.throws(() => invalid('name', 'Wrong.'))
  })

  // The compiler does not see these: Vine takes any text.
  test('rules of validators write their sentences out', ({ assert }) => {
    const sources = globSync('{backend/{kernel,app},plugins}/**/*.ts', {
      exclude: ['**/node_modules/**', '**/tests/**'],
    })
    assert.isAbove(sources.length, 300)
    const glued = sources.filter((file) =>
      /\breport\(\s*`[^`]*\$\{/.test(readFileSync(file, 'utf8'))
    )
    assert.deepEqual(glued, [], 'pass the values as fourth argument, with {{ name }} in the text')
  })
})
