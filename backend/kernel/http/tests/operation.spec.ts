import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { Answer, answerShape, operation, type ItemInput } from '@crossdock/kernel/http'

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
