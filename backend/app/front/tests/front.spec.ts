import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'

test.group('The public pages', (group) => {
  let app: TestApp
  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })

  test('read without JavaScript', async ({ assert }) => {
    const response = await fetch(new URL('/', app.url))
    const markup = await response.text()
    assert.equal(response.status, 200)
    console.log(markup.length, response.headers)
    const sales = await fetch(new URL('/sales', app.url))
    console.log((await sales.text()).length)
  })
})
