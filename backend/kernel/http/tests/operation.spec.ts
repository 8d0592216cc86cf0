// onOneDatabase: no database takes part
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { Answer, answerShape, operation, Page, type ItemInput } from '@crossdock/kernel/http'
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

// What must not compile is part of the types check: an @ts-expect-error nobody needs is an error of its own.
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

test('the compiler holds `show` to what a controller returns and an operation declares', async ({
  assert,
}) => {
  const shown = { summary: 'Show', response, show }
  const half = (stored: Stored[]) => stored.map(({ id }) => ({ id: String(id) }))
  const made = [
    operation('GET /things', shown, rows, 'row'),
    operation('GET /things', { ...shown, show: async (all: Stored[]) => show(all) }, rows, 'page'),
    // @ts-expect-error the method returns what is shown, not what `show` takes
    operation('GET /things', shown, rows, 'other'),
    // @ts-expect-error `show` makes less than the answer's shape
    operation('GET /things', { ...shown, show: half }, rows, 'row'),
  ]
  assert.lengthOf(made, 4)
})

// Red when `show` is passed over where a status is said, too: a column that is not shown would leave.
test('an Answer with a body is shown as any other', async ({ assert }) => {
  const shown = { summary: 'Show', response, show }
  const act = await loadAction(operation('POST /things', shown, rows, 'said'))()
  assert.deepEqual(await act({}), new Answer(201, { id: '1', name: 'a' }, { 'x-a': 'b' }))
})

test('the compiler holds a controller to what its operation declares', ({ assert }) => {
  const route = 'PUT /things/{id}'
  const both = { summary: 'Rename', body, response }
  const made = [
    operation(route, both, things, 'rename'),
    operation(route, both, things, 'made'),
    operation(route, { summary: 'Remove' }, things, 'remove'),
    // @ts-expect-error the controller has no such method
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
    // @ts-expect-error the method takes an id, the route calls it otherwise
    operation('PUT /things/{thing}', both, things, 'rename'),
  ]
  assert.lengthOf(made, 10)
})
