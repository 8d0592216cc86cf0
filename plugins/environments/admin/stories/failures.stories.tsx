import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, within } from 'storybook/test'
import {
  writeFails,
  writeFailsOffline,
  anotherPersonSignsIn,
  type Write,
} from '../../../../admin/.storybook/failing_writes.js'
import {
  asksBeforeClosing,
  chooseAction,
  closesWithoutQuestion,
} from '../../../../admin/.storybook/play.js'
import { FakeEnvironments } from './fixtures.js'

const server = new FakeEnvironments()
server.reset()

const meta: Meta = { title: 'Environments/Failures', beforeEach: () => server.reset() }
export default meta
type Story = StoryObj

const route = '/admin/environments'
const session = 'superAdmin' as const
const { api } = server
const press = async (name: string) =>
  userEvent.click(
    within(await screen.findByRole('dialog', { hidden: true })).getByRole('button', {
      name,
      hidden: true,
    })
  )
const nameField = () => screen.findByRole('textbox', { name: /^Display name/, hidden: true })
const rename = async () => {
  const field = await nameField()
  await userEvent.clear(field)
  await userEvent.type(field, 'Night shift')
}
const expectKept = async () => expect(await nameField()).toHaveValue('Night shift')

const create: Write = {
  call: 'POST /admin/environments',
  route,
  session,
  api,
  expectKept,
  prepare: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Create Environment' }))
    await userEvent.click(await screen.findByRole('radio', { name: /^Testing/ }))
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('combobox', { name: /^Tenant/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Harbor Logistics' }))
    await rename()
  },
  submit: () => press('Create Environment'),
  success: /Environment created successfully/,
}
export const Create: Story = writeFails(create)
export const CreateOffline: Story = { ...writeFailsOffline(create), tags: ['long'] }

const edit: Write = {
  call: 'PUT /admin/environments/:id',
  route,
  session,
  api,
  expectKept,
  prepare: async () => {
    await chooseAction('Staging', 'Edit')
    await rename()
  },
  submit: () => press('Save Environment'),
  success: /Environment updated successfully/,
}
export const Edit: Story = writeFails(edit)
export const EditOffline: Story = { ...writeFailsOffline(edit), tags: ['long'] }
export const EditOfSomebodyElse: Story = { ...anotherPersonSignsIn(edit), tags: ['long'] }

const remove: Write = {
  call: 'DELETE /admin/environments/:id',
  route,
  session,
  api,
  prepare: () => chooseAction('Staging', 'Delete'),
  submit: async () =>
    userEvent.click(
      await screen.findByRole('button', { name: 'Delete environment', hidden: true })
    ),
  success: /Environment deleted successfully/,
}
export const Delete: Story = writeFails(remove)
export const DeleteOffline: Story = { ...writeFailsOffline(remove), tags: ['long'] }

export const AsksOnlyAboutChanges: Story = {
  parameters: { route, session, api },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Create Environment' }))
    await screen.findByRole('radio', { name: /^Testing/ })
    await closesWithoutQuestion('Create Environment')
    await create.prepare?.()
    await asksBeforeClosing('Create Environment')
  },
}
