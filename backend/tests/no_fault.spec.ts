// onBothDatabases: walks every route
import { test } from '@japa/runner'
import { complain, EveryRoute } from './matrix/every_route.js'
import { sampleBody, withItem } from './matrix/sample.js'
import { fieldsOf, nasty } from './matrix/wrong_values.js'

/** The number of tests that share the routes. */
const shares = 18

test.group('No value of any field causes a 5xx', (group) => {
  let every: EveryRoute

  group.setup(async () => {
    every = await EveryRoute.boot()
    return () => every.app.stop()
  })

  for (let share = 0; share < shares; share++) {
    test(`share ${share + 1} of ${shares} of all routes`, async ({ assert }) => {
      const found: string[] = []
      let tried = 0
      for (const operation of every.withBody.filter((_, index) => index % shares === share)) {
        const schema = operation.body!.toJSONSchema()
        const valid = sampleBody(schema, every.acme.id)
        for (const { path } of fieldsOf(schema)) {
          for (const value of nasty) {
            tried++
            const reply = await every.send(operation, withItem(valid, path, value))
            if (reply.status < 500) continue
            const what = `${path.join('.')} = ${JSON.stringify(value)?.slice(0, 40)}`
            complain(found, operation, what, reply)
          }
        }
      }
      assert.deepEqual(found, [])
      assert.isAbove(tried, 30)
    })
  }
})
