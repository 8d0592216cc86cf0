// onBothDatabases: the whole product
import { test } from '@japa/runner'
import { until, type Caller } from '@crossdock/backend/testing'
import { choose, saved } from './support/files.js'
import { startPartner, type Partner } from './support/partner.js'
import { makeTenant } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees, type Visit } from './support/visit.js'

const mapping = { fileMetadata: { document: 'name', bytes: 'size', type: 'mimeType' } }

async function addSystem(visit: Visit, partner: Partner): Promise<void> {
  const { page } = visit
  await sees(page.getByText('No systems connected'))
  await page.getByRole('tabpanel').getByRole('button', { name: 'Add System' }).click()
  const dialog = visit.dialog('Add External System')
  const submit = dialog.getByRole('button', { name: 'Add System' })
  await submit.click()
  await sees(dialog.getByText('System name is required'))
  await dialog.getByRole('textbox', { name: 'System Name' }).fill('Tidewater')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Declares our arrivals.')
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(partner.url)
  for (const [type, fields] of [
    [/^Basic/, ['Username', 'Password']],
    [/^OAuth 2.0 \(client/, ['Client ID', 'Client Secret']],
    [/^API key/, ['API Key']],
    [/^Bearer/, ['Access Token']],
  ] as const) {
    await visit.select(dialog, /Authentication Type/, type)
    for (const field of fields) await sees(dialog.getByLabel(field, { exact: true }))
  }
  await dialog.getByLabel('Access Token').fill('s3cret-token')
  await submit.click()
  await visit.toast('External system created successfully')
  await gone(dialog)
}

async function addEndpoint(visit: Visit): Promise<void> {
  await visit.button('Add Your First Endpoint').click()
  const dialog = visit.dialog('Add API Endpoint')
  await dialog.getByRole('textbox', { name: 'Endpoint Name' }).fill('Declare')
  await dialog.getByRole('textbox', { name: 'API Path' }).fill('/declarations')
  for (const trigger of ['File upload', 'File update', 'User action']) {
    await dialog.getByRole('checkbox', { name: trigger }).check()
  }
  await dialog.getByRole('textbox', { name: 'Expected Response' }).fill('200, 201, created')
  await dialog.getByRole('switch', { name: 'Edit as JSON' }).check()
  const text = dialog.getByRole('textbox', { name: 'Field Mapping' })
  await text.fill('{ not JSON')
  await dialog.getByRole('button', { name: 'Add Endpoint' }).click()
  await sees(dialog.getByText('This is not valid JSON'))
  await text.fill(JSON.stringify(mapping))
  await dialog.getByRole('button', { name: 'Add Endpoint' }).click()
  await visit.toast('Endpoint created successfully')
}

async function testEndpoint(visit: Visit): Promise<void> {
  await visit.choose('Declare', 'Test')
  const dialog = visit.dialog('Test of Declare')
  await visit.toast('Test Successful', 'Endpoint responded successfully')
  await sees(dialog.getByText('201', { exact: true }))
  await sees(dialog.getByRole('region', { name: 'Response' }).getByText('REF-1'))
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await gone(dialog)
}

async function addWorkflow(visit: Visit): Promise<void> {
  const { page } = visit
  await page.goto('/integrations?tab=workflows')
  await sees(page.getByText('No workflows configured yet'))
  await page.getByRole('tabpanel').getByRole('button', { name: 'Create Workflow' }).click()
  const dialog = visit.dialog('Create Workflow')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Declare arrivals')
  await sees(dialog.getByRole('combobox', { name: /Trigger Type/ }).getByText('File Events'))
  await sees(dialog.getByRole('checkbox', { name: 'File upload', checked: true }))
  await dialog.getByRole('button', { name: 'Create Workflow' }).click()
  await visit.toast('Workflow created successfully')
  const step = page.getByRole('region', { name: 'Step', exact: true })
  await page.getByRole('button', { name: 'Add step', exact: true }).click()
  await page.getByRole('menuitem', { name: /^API Call/ }).click()
  await visit.select(step, /^System/, 'Tidewater')
  await visit.select(step, /^Endpoint/, /^Declare/)
  await page.getByRole('button', { name: 'Add step', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Metadata Update/ }).click()
  await step.getByRole('button', { name: 'Add field to Metadata' }).click()
  await step.getByRole('textbox', { name: 'Name 1' }).fill('status')
  await step.getByRole('textbox', { name: 'Value of status' }).fill('declared')
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await visit.toast('Workflow status updated')
  await page.goto('/integrations?tab=workflows')
  await sees(visit.row('Declare arrivals').getByText('Active', { exact: true }))
}

async function upload(visit: Visit, name: string, content: string): Promise<void> {
  await visit.page.goto('/assets')
  await choose(visit.page, { name, content })
  await sees(visit.page.getByText('Uploads finished'))
}

journeys(
  'Journey: the main job',
  (stage, group) => {
    let as: Caller
    let partner: Partner
    group.setup(async () => {
      partner = await startPartner()
      as = await makeTenant(stage.server, 'acme')
      return () => partner.close()
    })
    const received = (document: string, times = 1) =>
      until(`${times} calls about ${document}`, () => {
        const calls = partner.calls.filter(
          ({ body }) => (body as { document?: string } | null)?.document === document
        )
        return calls.length >= times && calls
      })

    test('a system, an endpoint and a workflow: an uploaded file reaches the partner', async ({
      assert,
    }) => {
      const visit = await stage.visit({ as })
      const { page } = visit
      await page.goto('/integrations')
      await addSystem(visit, partner)
      const card = page.getByRole('article', { name: 'Tidewater' })
      for (const text of ['REST API', 'Declares our arrivals.', 'Active']) {
        await sees(card.getByText(text, { exact: true }))
      }
      await card.getByRole('link', { name: 'View endpoints of Tidewater' }).click()
      await sees(visit.heading('API Endpoints - Tidewater'))
      await sees(page.getByText('No endpoints configured yet.'))
      await addEndpoint(visit)
      const endpoint = visit.row('Declare')
      for (const text of ['POST', '/declarations', 'Outbound', 'File upload', '+1', 'Active']) {
        await sees(endpoint.getByText(text, { exact: true }))
      }
      await testEndpoint(visit)
      assert.equal(partner.calls[0]?.authorization, 'Bearer s3cret-token')
      await addWorkflow(visit)

      await upload(visit, 'arrival-7.txt', 'twelve pallets')
      const [call] = await received('arrival-7.txt')
      assert.deepEqual(call, {
        method: 'POST',
        path: '/declarations',
        authorization: 'Bearer s3cret-token',
        body: { document: 'arrival-7.txt', bytes: 14, type: 'text/plain' },
      })

      await page.goto('/integrations?tab=activity')
      const rows = page.getByRole('table', { name: 'Executions' }).getByRole('row')
      await sees(rows.nth(2))
      const latest = rows.nth(1)
      await sees(latest.getByText('Success', { exact: true }))
      await latest.getByRole('button', { name: /^View details of / }).click()
      const details = visit.dialog('Execution details')
      for (const text of ['Declare arrivals', 'Tidewater', '201']) {
        await sees(details.getByText(text, { exact: true }))
      }
      await sees(details.getByRole('region', { name: 'Request data' }).getByText('arrival-7.txt'))
      await sees(details.getByRole('region', { name: 'Response data' }).getByText('REF-2'))
      assert.notInclude(await details.innerText(), 's3cret-token')
      await details.getByRole('link', { name: 'View run' }).click()
      await sees(visit.heading('Declare arrivals'))
      const steps = page.getByRole('region', { name: 'Steps' }).getByRole('listitem')
      await sees(steps.filter({ hasText: 'API Call' }).getByText('Completed'))
      await sees(steps.filter({ hasText: 'Metadata Update' }).getByText('Completed'))
      await sees(page.getByText('2 of 2', { exact: true }))

      await page.goto('/dashboard')
      const activity = page.getByRole('region', { name: 'Recent Activity' })
      await sees(activity.getByText('Uploaded arrival-7.txt'))
      await page.getByRole('link', { name: 'View all' }).click()
      await sees(visit.heading('Activity'))
      await sees(page.getByRole('table').getByText('Uploaded arrival-7.txt'))
    })

    test('a workflow is paused, activated, executed manually and on a file', async ({ assert }) => {
      const visit = await stage.visit({ as })
      const { page } = visit
      const row = visit.row('Declare arrivals')
      await page.goto('/integrations?tab=workflows')
      await visit.choose('Declare arrivals', 'Pause')
      await visit.toast('Workflow status updated')
      await sees(row.getByText('Inactive', { exact: true }))
      await visit.button('Actions for Declare arrivals').click()
      const execute = page.getByRole('menuitem', { name: 'Execute Activate it first' })
      assert.equal(await execute.getAttribute('aria-disabled'), 'true')
      await page.keyboard.press('Escape')
      await upload(visit, 'while-paused.txt', 'quiet')

      await page.goto('/integrations?tab=workflows')
      await visit.choose('Declare arrivals', 'Activate')
      await sees(row.getByText('Active', { exact: true }))
      await visit.choose('Declare arrivals', 'Execute on a file...')
      const dialog = visit.dialog('Execute Declare arrivals on a file')
      await dialog.getByRole('searchbox', { name: 'Search files by name' }).fill('arrival')
      await gone(dialog.getByRole('button', { name: /^while-paused/ }))
      await dialog.getByRole('button', { name: /^arrival-7\.txt/ }).click()
      await dialog.getByRole('button', { name: 'Execute', exact: true }).click()
      await visit.toast('Workflow execution initiated', 'Declare arrivals')
      await received('arrival-7.txt', 2)
      // The earlier upload during the pause would have been sent by now.
      assert.isFalse(partner.calls.some(({ body }) => /paused/.test(JSON.stringify(body))))
    })

    test('the log is searched, filtered and exported', async ({ assert }) => {
      const visit = await stage.visit({ as })
      const { page } = visit
      await page.goto('/integrations?tab=activity')
      const view = page.getByRole('button', { name: /^View details of / })
      await sees(view.nth(2))
      const id = await view.first().innerText()
      const search = page.getByRole('searchbox', { name: 'Search by execution ID' })
      await search.fill(id.toUpperCase())
      await gone(view.nth(1))
      await search.fill('')
      await sees(view.nth(1))
      await visit.button('Status All').click()
      await page.getByRole('menuitemradio', { name: 'Timeout' }).click()
      await sees(page.getByText('No logs match your filters'))
      await visit.button('Clear filters').click()
      await sees(view.nth(1))

      const csv = await saved(page, () => visit.button('Export to CSV').click())
      const [head, ...rows] = csv.content.replace('\ufeff', '').trimEnd().split('\r\n')
      assert.equal(head, 'Execution ID,Status,Duration,Created At,Error')
      assert.lengthOf(rows, await view.count())
      for (const row of rows) assert.match(row, /^[\w-]+,success,\d+ms,\d{4}-\d\d-\d\dT[\d:.]+Z,$/)
      const today = new Date()
      const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
      const text = date.map((part) => String(part).padStart(2, '0')).join('-')
      assert.include(csv.name, text)
    })

    test('workflow, endpoint and system are deleted, each after confirmation', async () => {
      const visit = await stage.visit({ as })
      const { page } = visit
      const confirm = async (question: string, button: string) => {
        const dialog = visit.dialog(question)
        await dialog.getByRole('button', { name: button, exact: true }).click()
        await gone(dialog)
      }
      await page.goto('/integrations?tab=workflows')
      await visit.choose('Declare arrivals', 'Delete')
      await confirm('Are you sure you want to delete this workflow?', 'Cancel')
      await visit.choose('Declare arrivals', 'Delete')
      await confirm('Are you sure you want to delete this workflow?', 'Delete workflow')
      await visit.toast('Workflow deleted successfully')
      await sees(page.getByText('No workflows configured yet'))

      await page.getByRole('tab', { name: 'Systems' }).click()
      await page.getByRole('link', { name: 'View endpoints of Tidewater' }).click()
      await visit.choose('Declare', 'Delete')
      await confirm('Are you sure you want to delete this endpoint?', 'Delete endpoint')
      await visit.toast('Endpoint deleted successfully')
      await sees(page.getByText('No endpoints configured yet.'))

      await page.getByRole('link', { name: 'Back to systems' }).click()
      await visit.button('Delete Tidewater').click()
      await confirm('Are you sure you want to delete this system?', 'Delete system')
      await visit.toast('External system deleted successfully')
      await sees(page.getByText('No systems connected'))
    })
  },
  { EGRESS_ALLOW: '127.0.0.1/32' }
)
