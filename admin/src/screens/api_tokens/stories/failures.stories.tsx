import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'
import { writeFails, writeFailsOffline, type Write } from '../../../../.storybook/failing_writes.js'
import {
  asksBeforeClosing,
  chooseAction,
  closesWithoutQuestion,
} from '../../../../.storybook/play.js'
import { environments, permissions, token } from './fixtures.js'

const meta: Meta = { title: 'Screens/API Tokens/Failures' }
export default meta
type Story = StoryObj

const made = token('gate camera')
const reading = {
  'GET /api-tokens': [token('warehouse sync')],
  'GET /permissions': permissions,
  'GET /tenant/environments': environments,
}
const name = () => screen.findByRole('textbox', { name: /Name/, hidden: true })

const create: Write = {
  call: 'POST /api-tokens',
  route: '/api-tokens',
  api: {
    ...reading,
    'POST /api-tokens': { status: 201, body: { ...made, token: `cdk_${'k'.repeat(43)}` } },
  },
  prepare: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Create Token' }))
    await userEvent.type(await name(), 'gate camera')
    await userEvent.click(await screen.findByRole('checkbox', { name: /assets\.read/ }))
  },
  submit: async () => {
    const buttons = await screen.findAllByRole('button', { name: 'Create Token' })
    await userEvent.click(buttons.at(-1)!)
  },
  expectKept: async () => {
    await expect(await name()).toHaveValue('gate camera')
    await expect(screen.getByRole('checkbox', { name: /assets\.read/, hidden: true })).toBeChecked()
  },
  success: /Copy your new token now/,
}

const revoke: Write = {
  call: 'DELETE /api-tokens/:id',
  route: '/api-tokens',
  api: { ...reading, 'DELETE /api-tokens/:id': { status: 204 } },
  prepare: () => chooseAction('warehouse sync', 'Revoke'),
  submit: async () => userEvent.click(await screen.findByRole('button', { name: 'Revoke Token' })),
  success: /Token revoked/,
}

export const Create: Story = writeFails(create)
export const CreateOffline: Story = { ...writeFailsOffline(create), tags: ['long'] }
export const Revoke: Story = writeFails(revoke)

export const AsksOnlyAboutChanges: Story = {
  parameters: { route: create.route, api: create.api },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Create Token' }))
    await closesWithoutQuestion('Create API Token')
    await create.prepare?.()
    await asksBeforeClosing('Create API Token')
  },
}
