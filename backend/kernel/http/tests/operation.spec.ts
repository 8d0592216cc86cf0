// onOneDatabase: needs no database
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { Answer, operation, type ItemInput } from '@crossdock/kernel/http'
import { answerShape } from '@crossdock/kernel/shapes'
import { Page } from '@crossdock/kernel/lists'
import { loadAction } from '../load_action.js'

const body = vine.create({ name: vine.string() })
const response = answerShape('Thing', { id: vine.string(), name: vine.string() })

class Things {
  async rename({ params, body: { name } }: ItemInput<typeof body>) {
    return { id: params.id, name }
  }

  async made({ body: { name } }: ItemInput<typeof body>) {
    return new Answer(201, { id: '1', name })
  }

  async forget() {
    return { id: '1' }
  }

  async remove() {}
}
const things = async () => ({ default: Things })

// The types check covers code that must not compile: an unused @ts-expect-error is an error.
class Rows {
  async row() {
    return { id: 1, label: 'a' }
  }

  async said() {
    return new Answer(201, { id: 1, label: 'a' }, { 'x-a': 'b' })
  }

  async page() {
    return new Page([{ id: 1, label: 'a' }], 1, 0)
  }

  async other() {
    return { id: '1', name: 'a' }
  }
}
const rows = async () => ({ default: Rows })
type Stored = { id: number; label: string }
const show = (stored: Stored[]) => stored.map(({ id, label }) => ({ id: String(id), name: label }))

test('the compiler checks `show` against the result of a controller and the operation', async ({
  assert,
}) => {
  const shown = { summary: 'Show', response, show }
  const half = (stored: Stored[]) => stored.map(({ id }) => ({ id: String(id) }))
  const made = [
    operation('GET /things', shown, rows, 'row'),
    operation('GET /things', { ...shown, show: async (all: Stored[]) => show(all) }, rows, 'page'),
    // @ts-expect-error the method returns the shown form, not the input of `show`
    operation('GET /things', shown, rows, 'other'),
    // @ts-expect-error `show` makes less than the answer's shape
    operation('GET /things', { ...shown, show: half }, rows, 'row'),
  ]
  assert.lengthOf(made, 4)
})

// Red when `show` is skipped for an answer with a status: a hidden column would leave the server.
test('an Answer with a body passes through `show`', async ({ assert }) => {
  const shown = { summary: 'Show', response, show }
  const act = await loadAction(operation('POST /things', shown, rows, 'said'))()
  assert.deepEqual(await act({}), new Answer(201, { id: '1', name: 'a' }, { 'x-a': 'b' }))
})

test('the compiler checks a controller against its operation', ({ assert }) => {
  const route = 'PUT /things/{id}'
  const both = { summary: 'Rename', body, response }
  const made = [
    operation(route, both, things, 'rename'),
    operation(route, both, things, 'made'),
    operation(route, { summary: 'Remove' }, things, 'remove'),
    // @ts-expect-error the controller lacks this method
    operation(route, both, things, 'renamed'),
    // @ts-expect-error the method returns less than the answer's shape
    operation(route, both, things, 'forget'),
    // @ts-expect-error the method returns nothing
    operation(route, both, things, 'remove'),
    // @ts-expect-error the method takes a body, the operation reads none
    operation(route, { summary: 'Rename', response }, things, 'rename'),
    // @ts-expect-error the method returns a value, the operation declares no shape
    operation(route, { summary: 'Rename', body }, things, 'rename'),
    // @ts-expect-error the method takes an id, the route names none
    operation('PUT /things', both, things, 'rename'),
    // @ts-expect-error the method takes an id, the route names it differently
    operation('PUT /things/{thing}', both, things, 'rename'),
  ]
  assert.lengthOf(made, 10)
})

// Red without ground/described.ts.
test('null is refused where the shape has none, also behind meta()', async ({ assert }) => {
  const about = { description: 'Shown in the reference.' }
  const shape = vine.create({
    kind: vine.enum(['a', 'b']).meta(about),
    name: vine
      .string()
      .regex(/^[A-Z]+$/)
      .meta(about),
    note: vine.string().nullable().meta(about),
  })
  const good = { kind: 'a', name: 'QUAY', note: null }
  assert.deepEqual(await shape.validate(good), good)
  for (const field of ['kind', 'name']) {
    await assert.rejects(() => shape.validate({ ...good, [field]: null }), 'Validation failure')
  }
})
