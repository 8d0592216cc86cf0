import { type Caller } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { makeTenant, post } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees } from './support/visit.js'

interface Workflow {
  id: string
  name: string
}

journeys('Journey: operating workflows', (stage, group) => {
  let as: Caller
  group.setup(async () => void (as = await makeTenant(stage.server, 'operators')))

  const make = (name: string, steps: object[], triggerConfig: object = {}) =>
    post<Workflow>(stage.server, as, '/api/integrations/workflows', {
      name,
      steps,
      triggerConfig,
      triggerType: 'manual',
      isActive: true,
    })
  const wait = (seconds: number) => ({
    id: 'wait',
    type: 'delay',
    config: { amount: seconds, unit: 'seconds' },
  })

  test('each tab says that nothing has run yet', async () => {
    const visit = await stage.visit({ as })
    const { page } = visit
    await page.goto('/flow-execution')
    await sees(page.getByText('No executions found'))
    await page.getByRole('tab', { name: 'Quick Trigger' }).click()
    await sees(page.getByText('No active flows'))
    await page.getByRole('tab', { name: 'Monitoring' }).click()
    await sees(page.getByText('No executions in this period'))
    await page.goto('/approvals')
    await sees(page.getByText('No approvals are open'))
  })

  test('an approval with input is requested, answered, and followed until the run ends', async () => {
    const approval = {
      id: 'ask',
      type: 'approval',
      config: { question: 'Release order {trigger.order}?', roles: ['admin'] },
      branches: { approved: [wait(1)], rejected: [] },
    }
    const fields = [{ name: 'order', label: 'Order', type: 'text', required: true }]
    await make('Release', [approval], { fields })
    const visit = await stage.visit({ as })
    const { page } = visit
    await page.goto('/flow-execution?tab=quick')
    await page.getByRole('tab', { name: 'Quick Trigger' }).click()
    await visit.button('Trigger Now: Release').click()
    const form = visit.dialog('Execute Release')
    await form.getByRole('button', { name: 'Trigger Now' }).click()
    await sees(form.getByText('Required'))
    await form.getByRole('textbox', { name: /^Order/ }).fill('4711')
    await form.getByRole('button', { name: 'Trigger Now' }).click()
    await visit.toast('Flow triggered successfully')
    await gone(form)

    await page.goto('/approvals')
    await sees(visit.heading('Release order 4711?'))
    await page.getByRole('textbox', { name: 'Comment' }).fill('Goods are paid')
    await visit.button('Approve: Release order 4711?').click()
    await visit.toast('Approved', 'Release order 4711?')
    await sees(page.getByText('No approvals are open'))

    await page.goto('/flow-execution')
    // Until it ends, the run is also in the list of running ones, whose link goes away.
    await sees(visit.row('Release').getByText('Completed', { exact: true }))
    await visit.row('Release').getByRole('link', { name: 'Release' }).click()
    await sees(page.getByText('Comment: Goods are paid'))
    await page.getByRole('link', { name: 'Trace' }).click()
    await sees(page.getByText('Release', { exact: false }).first())
  })

  test('a run is cancelled, and replayed with changed input', async () => {
    await make('Hold', [wait(3_600)])
    const visit = await stage.visit({ as })
    const { page } = visit
    await page.goto('/flow-execution')
    await page.getByRole('tab', { name: 'Quick Trigger' }).click()
    await visit.button('Trigger Now: Hold').click()
    await visit.toast('Flow triggered successfully')
    await page.getByRole('tab', { name: 'Executions' }).click()
    await page.getByRole('link', { name: /Hold/ }).first().click()
    await sees(visit.heading('Hold'))
    await visit.button('Cancel').click()
    await visit.toast('Execution cancelled successfully')
    await sees(page.getByText('Cancelled', { exact: true }).first())
    await visit.button('Replay').click()
    const replay = visit.dialog('Replay Hold')
    await replay.getByRole('button', { name: 'Change the input' }).click()
    await replay.getByRole('textbox', { name: /^Input/ }).fill('{"order": 12}')
    await replay.getByRole('button', { name: 'Replay' }).click()
    await visit.toast('Replay started')
    await sees(page.getByText('Replay of', { exact: true }))
    await visit.button('Cancel').click()
    await visit.toast('Execution cancelled successfully')
  })

  test('an earlier version of a workflow is compared and restored', async () => {
    const { id } = await make('Pause', [wait(1)])
    const visit = await stage.visit({ as })
    const { page } = visit
    await page.goto(`/integrations/workflows/${id}`)
    await page.getByRole('button', { name: /Delay/ }).first().click()
    const step = page.getByRole('region', { name: 'Step', exact: true })
    await step.getByRole('spinbutton', { name: 'How long' }).fill('7')
    await page.getByRole('button', { name: /^Activate/ }).click()
    await visit.toast('Workflow updated successfully')
    await visit.choose('Pause', 'Versions')
    const versions = visit.dialog('Versions of Pause')
    await versions.getByRole('button', { name: 'Compare version 1 with the present one' }).click()
    await versions.getByRole('button', { name: 'Restore to my draft' }).click()
    await gone(versions)
    await page.getByRole('button', { name: /Delay/ }).first().click()
    await sees(step.getByRole('spinbutton', { name: 'How long' }))
  })
})
