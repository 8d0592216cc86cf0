// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import type { Caller } from '@crossdock/backend/testing'
import { TestAgent } from '../../../plugins/agents/tests/agent_lab.js'
import { makeTenant } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees } from './support/visit.js'

journeys('Journey: running desktop agents', (stage, group) => {
  let admin: Caller
  group.setup(async () => void (admin = await makeTenant(stage.server, 'acme')))

  // Red when the page does not follow the agents, or an offline agent accepts commands.
  test('an agent is deployed, works, is paused and retired', async ({ assert, cleanup }) => {
    const visit = await stage.visit({ as: admin })
    const { page } = visit
    await page.goto('/desktop-agents')
    await sees(page.getByText('No agents deployed'))
    assert.isTrue(await visit.button('Send Command').isDisabled())
    await page.getByRole('link', { name: 'Deploy agent' }).first().click()
    await visit.button('Create token').click()
    const line = page.getByRole('region', { name: 'Enroll line for Linux' })
    await sees(line)
    const token = /--token (\S+)/.exec((await line.textContent())!)![1]!

    const agent = new TestAgent(stage.server.url, 'WS-DOCK-07')
    cleanup(() => agent.leave())
    const enrolled = await agent.enroll(token)
    assert.equal(enrolled.status, 201)
    agent.enrolled = enrolled.body
    await visit.toast('Agent deployed successfully')
    await (await agent.begin()).connect()
    await sees(page.getByText('WS-DOCK-07 is connected'))

    await page.getByRole('tab', { name: 'Agents' }).click()
    const card = page.getByRole('article', { name: 'WS-DOCK-07' })
    await sees(card.getByText('Online', { exact: true }))
    await visit.button('Send Command to WS-DOCK-07').click()
    const form = visit.dialog('Send Command')
    await visit.select(form, /^Command Type/, 'Upload files')
    await form.getByRole('textbox', { name: /^Target Path/ }).fill('/srv/share/out')
    await form.getByRole('button', { name: 'Send Command' }).click()
    await visit.toast('Command sent successfully')

    const command = await agent.hears('command')
    assert.equal(command.commandType, 'upload_files')
    await page.getByRole('tab', { name: 'Commands' }).click()
    agent.accept(command)
    await sees(visit.row('Upload files').getByText('Running', { exact: true }))
    agent.finish(command, {
      outcome: 'failed',
      error: { code: 'E_DISK', message: 'The disk is full.', retryable: false },
    })
    await sees(visit.row('Upload files').getByText('The disk is full.'))
    await visit.button('Retry Upload files on WS-DOCK-07').click()
    await visit.toast('The command is sent again')
    const again = await agent.hears('command', ({ lease }) => lease > command.lease)
    agent.accept(again)
    agent.finish(again, { result: { files: 2 } })
    await sees(visit.row('Upload files').getByText('Completed', { exact: true }))
    await visit
      .row('Upload files')
      .getByRole('button', { name: 'Upload files', exact: true })
      .click()
    await sees(visit.dialog('Upload files').getByRole('region', { name: 'Result' }))
    await visit.dialog('Upload files').getByRole('button', { name: 'Close' }).last().click()
    await gone(visit.dialog('Upload files'))

    await visit.row('Upload files').getByRole('link', { name: 'WS-DOCK-07' }).click()
    await sees(visit.heading('Health, last 24 hours'))
    await sees(page.getByText('/srv/share', { exact: true }))
    await visit.button('Pause').click()
    await visit.toast('Agent paused')
    await visit.choose('WS-DOCK-07', 'Edit')
    const edit = visit.dialog('Edit WS-DOCK-07')
    await edit.getByRole('textbox', { name: /^Name/ }).fill('Dock 7')
    await edit.getByRole('button', { name: 'Save' }).click()
    await visit.toast('Agent changed')
    await sees(visit.heading('Dock 7'))
    agent.leave()
    await sees(page.getByText('Offline', { exact: true }))
    assert.isTrue(await visit.button('Send Command').isDisabled())
    await visit.choose('Dock 7', 'Retire')
    await visit.dialog('Retire Dock 7?').getByRole('button', { name: 'Retire' }).click()
    await visit.toast('Agent retired')
    await sees(page.getByText(/This agent was retired/))
  })

  test('a group limits its agents', async () => {
    const visit = await stage.visit({ as: admin })
    const { page } = visit
    await page.goto('/desktop-agents/groups')
    await sees(page.getByText('No groups yet'))
    await visit.button('New Group').click()
    const form = visit.dialog('New agent group')
    await form.getByRole('textbox', { name: /^Name/ }).fill('Yard')
    await form.getByRole('spinbutton', { name: 'Upload limit (kbit/s)' }).fill('2000')
    await form.getByRole('switch', { name: 'Transfer files at any time' }).click()
    await form.getByRole('button', { name: 'Create Group' }).click()
    await visit.toast('Group created')
    await sees(visit.row('Yard').getByText('2,000 kbit/s up'))
    await sees(visit.row('Yard').getByText(/08:00–18:00/))
    await visit.choose('Yard', 'Delete')
    await visit.dialog('Delete Yard?').getByRole('button', { name: 'Delete' }).click()
    await visit.toast('Group deleted')
    await sees(page.getByText('No groups yet'))
  })
})
