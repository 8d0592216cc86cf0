// onOneDatabase: needs no database
import { readFileSync, globSync } from 'node:fs'
import { test } from '@japa/runner'
import { english, invalid, notFound, text } from '@crossdock/kernel/ground'

test.group('Texts', () => {
  test('values are inserted once', ({ assert }) => {
    const sentence = text('{from} is not {to}.', { from: '{to}', to: '{from} $& {toString}' })
    assert.equal(english(sentence), '{to} is not {from} $& {toString}.')
    // Red when a property of every object is taken for a value.
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
  test('the compiler rejects texts that cannot be translated', ({ assert }) => {
    const name = 'a'.repeat(1)
    // @ts-expect-error a composed template has no translation
    text(`"${name}" is taken.`)
    // @ts-expect-error nor has one known only at run time
    text(name)
    // @ts-expect-error a placeholder without a value
    text('"{name}" is taken.')
    // @ts-expect-error a value under another name
    text('"{name}" is taken.', { nmae: name })
    // @ts-expect-error a list is not a value: join it
    text('One of {names}.', { names: [name] })
    // @ts-expect-error the placeholder {id} is missing
    assert.throws(() => english(notFound('There is no such thing.', name)))
    // @ts-expect-error a sentence is a Text
    assert.throws(() => invalid('name', 'Wrong.'))
  })

  // The compiler does not check these: Vine accepts any text.
  test('validator rules use literal sentences', ({ assert }) => {
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
