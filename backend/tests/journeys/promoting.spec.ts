// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import { call } from '@crossdock/kernel/testing'
import { accessibilityProblems } from './support/page_checks.js'
import { makeTenant, operatorEmail, post, signIn } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees } from './support/visit.js'

const integrations = '/api/integrations'

journeys('Journey: promoting a workflow', (stage) => {
  test('from development to production, with a plan first and an undo', async ({ assert }) => {
    const { server } = stage
    const as = await makeTenant(server, 'acme')
    const { body: me } = await call<{ tenant: { id: string } }>(server.url, 'GET', '/api/auth/me', {
      as,
    })
    await post(server, await signIn(server, operatorEmail), '/api/admin/environments', {
      tenantId: me.tenant.id,
      name: 'development',
      template: 'development',
    })
    const there = { headers: { ...as.headers, 'x-environment': 'development' } }
    const system = await post(server, there, `${integrations}/systems`, {
      name: 'Tidewater',
      systemType: 'api',
      authType: 'bearer',
      capabilities: ['send'],
      baseUrl: 'https://{variables.TIDEWATER}/v1',
      authConfig: { accessToken: 's3cret' },
    })
    const endpoint = await post(server, there, `${integrations}/systems/${system.id}/endpoints`, {
      name: 'Declare',
      path: '/declarations',
      method: 'POST',
      endpointType: 'outbound',
      triggers: [],
    })
    await post(server, there, `${integrations}/workflows`, {
      name: 'Announce arrivals',
      triggerType: 'manual',
      triggerConfig: {},
      steps: [
        {
          id: 'declare',
          type: 'api_call',
          config: {},
          systemId: system.id,
          endpointId: endpoint.id,
        },
      ],
    })

    const visit = await stage.visit({ as })
    const { page } = visit
    await page.goto('/integrations?tab=workflows')
    await sees(page.getByText('No workflows configured yet'))
    const choose = async (name: string) => {
      await page.getByRole('button', { name: /^Environment/ }).click()
      await page.getByRole('menuitemradio', { name }).click()
    }
    await choose('Development')
    await sees(visit.row('Announce arrivals'))
    await visit.choose('Announce arrivals', 'Promote...')
    const dialog = visit.dialog('Promote Announce arrivals')
    const items = dialog.getByRole('list', { name: 'What is promoted' })
    await sees(items)
    assert.equal(await items.getByText('New', { exact: true }).count(), 3)
    await sees(dialog.getByText(/Tidewater: enter its credentials in the target/))
    await sees(dialog.getByText(/uses the variable TIDEWATER/))
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Promote', exact: true }).click()
    await gone(dialog)
    await sees(page.getByText('Promoted to Production'))

    await choose('Production')
    const row = visit.row('Announce arrivals')
    await sees(row.getByText('Inactive', { exact: true }))
    await visit.button('Promotions').click()
    const list = visit.dialog('Promotions to Production')
    await sees(list.getByText(/^From Development/))
    assert.deepEqual(await accessibilityProblems(page), [])
    await list.getByRole('button', { name: 'Undo the promotion of Announce arrivals' }).click()
    const question = visit.dialog('Undo this promotion?')
    await question.getByRole('button', { name: 'Undo' }).click()
    await sees(list.getByText(/^Undone by/))
    await list
      .getByRole('button', { name: /^Close/ })
      .first()
      .click()
    await gone(list)
    await sees(page.getByText('No workflows configured yet'))
  }).tags(['long'])
})
