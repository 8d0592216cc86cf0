import { until, type Caller } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { call } from '@crossdock/kernel/testing'
import { makeTenant } from './support/people.js'
import { journeys } from './support/stage.js'
import { sees } from './support/visit.js'

journeys('Journey: building workflows', (stage, group) => {
  let as: Caller
  group.setup(async () => {
    as = await makeTenant(stage.server, 'builders')
  })

  test('from nothing: a manual trigger, a condition, a delay; completed where incomplete, and activated', async ({
    assert,
  }) => {
    const visit = await stage.visit({ as })
    const { page } = visit
    await page.goto('/integrations?tab=workflows&new=workflow')
    const dialog = visit.dialog('Create Workflow')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Rest a little')
    await visit.select(dialog, /Trigger Type/, 'Manual Trigger')
    await dialog.getByRole('button', { name: 'Create Workflow' }).click()
    await sees(page.getByText('Add a step first.'))
    const activate = page.getByRole('button', { name: /^Activate/ })
    await until('Activate to be off', async () => activate.isDisabled())

    const add = async (button: string, kind: RegExp) => {
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('menuitem', { name: kind }).click()
    }
    const step = page.getByRole('region', { name: 'Step', exact: true })
    await add('Add step', /^Condition/)
    await sees(page.getByText(/Step 1 is not complete/))
    await step.getByRole('textbox', { name: 'Value' }).fill('user.email')
    await visit.select(step, /^Comparison/, /^exists$/)
    await add('Add step 1 yes 1', /^Delay/)
    // The page names the incomplete step and links to it.
    await sees(page.getByText(/Step 2 is not complete/))
    await page
      .getByRole('button', { name: /^File Events|^Manual Trigger/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Go to the step' }).first().click()
    await step.getByRole('spinbutton', { name: 'How long' }).fill('1')
    await visit.select(step, /^Unit/, 'seconds')
    await until('Activate to be on', async () => activate.isEnabled())

    await page.getByRole('button', { name: 'Test run' }).click()
    await visit.toast('Test run started')
    await activate.click()
    await visit.toast('Workflow status updated')
    const path = '/api/integrations/workflows'
    const { body } = await call<
      { isActive: boolean; version: number; steps: { branches?: Record<string, object[]> }[] }[]
    >(stage.server.url, 'GET', path, { as })
    const [workflow] = body
    assert.containSubset(workflow, { isActive: true, version: 1 })
    assert.lengthOf(workflow!.steps[0]!.branches!.yes!, 1)
  })
})
