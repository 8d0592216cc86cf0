import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'
import { asksBeforeClosing, closesWithoutQuestion } from '../../../.storybook/play.js'
import {
  writeFails,
  writeFailsOffline,
  anotherPersonSignsIn,
  type Write,
} from '../../../.storybook/failing_writes.js'

const meta: Meta = { title: 'Screens/Tenants/Failures' }
export default meta
type Story = StoryObj

const field = (name: RegExp) => screen.findByRole('textbox', { name, hidden: true })

const create: Write = {
  call: 'POST /tenants',
  route: '/tenants',
  session: 'superAdmin',
  api: { 'GET /tenants': [], 'POST /tenants': { status: 201, body: { id: 'ten_2' } } },
  prepare: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add Tenant' }))
    await userEvent.type(await field(/Name/), 'Quay Four')
    await userEvent.type(await field(/Email/), 'ada@quay.example')
  },
  submit: async () => userEvent.click(await screen.findByRole('button', { name: 'Create Tenant' })),
  expectKept: async () => {
    await expect(await field(/Name/)).toHaveValue('Quay Four')
    await expect(await field(/Subdomain/)).toHaveValue('quay-four')
    await expect(await field(/Email/)).toHaveValue('ada@quay.example')
  },
  success: /Tenant created/,
  failed: 'Failed to create tenant',
}

export const Create: Story = writeFails(create)
export const CreateOffline: Story = { ...writeFailsOffline(create), tags: ['long'] }
export const CreateOfSomebodyElse: Story = { ...anotherPersonSignsIn(create), tags: ['long'] }

export const AsksOnlyAboutChanges: Story = {
  parameters: { route: create.route, session: 'superAdmin', api: create.api },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add Tenant' }))
    await closesWithoutQuestion('Add New Tenant')
    await create.prepare?.()
    await asksBeforeClosing('Add New Tenant')
  },
}
